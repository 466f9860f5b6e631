### The games that were played on a device.

web-mine-title = My games
web-mine-about = What was played on this device. Only this browser remembers it; nothing of it is sent.
web-mine-none = No game was played to its end here yet.
web-mine-games = { $n ->
    [one] { $n } game.
   *[other] { $n } games.
}
web-mine-won = Won: { $won } ({ $share }).
web-mine-victories = Victories
web-mine-victories-about = By box and number of players. A shared victory counts.
web-mine-box-players = { $box }, { $n } players
web-mine-of = { $n } of { $all }
web-mine-brought = Gems by expedition
web-mine-brought-about = What you brought home, on average.
web-mine-expedition = Expedition { $n }
web-mine-timing = When you left
web-mine-timing-about = All expeditions together. Too long: the disaster found you inside. Too early: somebody who stayed longer brought home more.
web-mine-late = Too long
web-mine-early = Too early
web-mine-well = In time
web-mine-list = All games
web-mine-score = { $name } { $n }
web-mine-you-won = { $name } won.
web-mine-you-were = { $name }: place { $rank }.
web-mine-look = Replay and review
web-mine-look-at = Replay and review of game { $n } at table { $code }
web-mine-export = Save as a file
web-mine-delete = Delete all
web-mine-delete-sure = Delete what this device knows of your games?
web-mine-delete-then = The games stay on the server as long as it keeps them, but this list is gone.
web-mine-keep = Keep them
