// The frames of the table protocol, written by `make types` from its schema. A field that the server
// leaves out has its default.

export type Wish = Hello | Sit | Stand | SitBot | Start | Decide | Withdraw | MoreTime | Away | Speak | Settle | ChangeRules | Allow | PassHost | Ask | Ping;

export type News = Table | Now | Seated | Step | Thinking | Over | Clock | Spoken | Trouble | Answer | Done | Pong;

export type DiamantEvent = Began | TreasureFound | HazardMet | RelicFound | Disaster | Revealed | WentHome | ExpeditionEnded | DiamantGameEnded;

export type MisterDiamondEvent = GameBegan | RingDrawn | TheftDrawn | Lifted | Stuck | Stolen | Declined | MisterDiamondGameEnded | MatchEnded;

/** The first frame: which table, who I am, what I have heard already. */
export interface Hello {
  type: "hello";
  id?: string | null;
  table: string;
  tokens?: string[]; // []
  since?: number | null;
  language?: string; // "en"
  wording?: "full" | "normal" | "short"; // "normal"
  screen?: boolean; // false
  receipts?: boolean; // false
  version?: number; // 1
}

/** Take a seat; the answer carries its token. */
export interface Sit {
  type: "sit";
  id?: string | null;
  name: string;
  colour?: number | null;
  seat?: number | null;
  luck?: string; // ""
  mine?: boolean; // true
  token?: string | null;
}

/** Give a seat back (during a game a bot sits in), or, as the host, free any seat between two games. */
export interface Stand {
  type: "stand";
  id?: string | null;
  seat: number;
}

/** As the host, put a bot on a free seat. */
export interface SitBot {
  type: "sit-bot";
  id?: string | null;
  bot: string;
  seat?: number | null;
}

/** As the host, have the cards dealt: the first game, or a rematch. */
export interface Start {
  type: "start";
  id?: string | null;
  fill?: boolean; // false
}

/** Seal a decision, or change it. */
export interface Decide {
  type: "decide";
  id?: string | null;
  seat: number;
  decision: number;
  action: string;
}

/** Take a sealed decision back. */
export interface Withdraw {
  type: "withdraw";
  id?: string | null;
  seat: number;
  decision: number;
}

/** Ask for as much time again. */
export interface MoreTime {
  type: "more-time";
  id?: string | null;
  seat: number;
  decision: number;
}

/** Leave the table for a while with the connection open, or come back; a bot that sits in gives the seat back. */
export interface Away {
  type: "away";
  id?: string | null;
  seat: number;
  away: boolean;
}

/** Say a preset phrase, or something in one's own words. */
export interface Speak {
  type: "speak";
  id?: string | null;
  seat: number;
  phrase?: string; // ""
  words?: string; // ""
}

/** As the host, settle how the table goes about time. */
export interface Settle {
  type: "settle";
  id?: string | null;
  clock?: number | null;
  absence?: "bot" | "leave" | "wait"; // "wait"
  thinking?: boolean; // true
  named?: boolean; // true
  words?: boolean; // false
}

/** As the host, change edition, options or the number of seats, until the first game is dealt. */
export interface ChangeRules {
  type: "change-rules";
  id?: string | null;
  rules: Record<string, boolean | number | string | null>;
}

/** As the host, give a seat more time than others. */
export interface Allow {
  type: "allow";
  id?: string | null;
  seat: number;
  multiplier: number;
}

/** As the host, give the role to a seat. */
export interface PassHost {
  type: "pass-host";
  id?: string | null;
  seat: number;
}

/** Ask what lies on the table, in words. Nothing changes. */
export interface Ask {
  type: "ask";
  id?: string | null;
  about: string;
  seat?: number | null;
}

/** Is anybody there? */
export interface Ping {
  type: "ping";
  id?: string | null;
}

/** The table and who sits there: the first answer, and again whenever something about it changes. */
export interface Table {
  type: "table";
  table: string;
  game: string;
  edition: string;
  options: Record<string, any>;
  seats: (Chair | null)[];
  host?: number;
  hosting?: boolean; // false
  yours?: number[]; // []
  games?: number; // 0
  totals?: number[]; // []
  running?: boolean; // false
  clock?: number;
  absence?: string; // "wait"
  thinking?: boolean; // true
  named?: boolean; // true
  words?: boolean; // false
  listed?: boolean; // false
  promise?: string; // ""
  commitment?: string;
  again?: boolean; // false
  club?: string; // ""
  deals?: number; // 0
  watchers?: number; // 0
  coach?: boolean; // false
  memory?: number;
}

/** A seat, for all to see. */
export interface Chair {
  name: string;
  colour: number;
  letter: string;
  bot?: string;
  sitting_in?: string;
  online?: boolean; // true
  away?: boolean; // false
  late?: boolean; // false
  multiplier?: number; // 1.0
}

/** The greeting ends here: what you have heard is all there is, and what follows happens now. */
export interface Now {
  type: "now";
  seq: number;
  pages?: string; // ""
}

/** The private answer to `sit`: the token is the seat. */
export interface Seated {
  type: "seated";
  seat: number;
  token: string;
  id?: string;
}

/** Something happened: the cards were dealt, or all decisions were opened together. */
export interface Step {
  type: "step";
  seq?: number;
  game: number;
  events: any;
  view: any;
  legal?: Record<string, string[]>; // {}
  decision?: number;
  thinking?: number; // 0
  say: string;
  asked?: string; // ""
  commitment?: string;
  plain?: Plain;
}

/** A game that pages have no drawings for, in words. */
export interface Plain {
  lines?: string[]; // []
  actions?: Record<string, string>; // {}
}

/** Somebody sealed a decision or took one back; so many still think. */
export interface Thinking {
  type: "thinking";
  decision: number;
  left: number;
  awaited?: number[]; // []
  sealed?: Record<string, string>; // {}
}

/** A game is over. */
export interface Over {
  type: "over";
  seq: number;
  game: number;
  scores: number[];
  winners: number[];
  ranks?: number[]; // []
  totals: number[];
  seed: string;
  secret: string;
  luck: string[];
  link: string;
  record: string;
  say: string;
}

/** How much time there is for a decision. */
export interface Clock {
  type: "clock";
  decision: number;
  seconds?: Record<string, number>; // {}
  longest: number;
}

/** Somebody says a phrase, or something in their own words. */
export interface Spoken {
  type: "spoken";
  seq: number;
  seat: number;
  phrase: string;
  words?: string; // ""
  say: string;
}

/** A wish was refused; nothing changed. */
export interface Trouble {
  type: "error";
  code: string;
  say: string;
  id?: string;
  at?: string;
}

/** What was asked for, one sentence or more in each line. */
export interface Answer {
  type: "answer";
  about: string;
  say: string;
  after?: Record<string, string>;
  id?: string;
}

/** The receipt of a wish: it was carried out, and is durable. */
export interface Done {
  type: "done";
  id: string;
}

/** Somebody is there. */
export interface Pong {
  type: "pong";
  id?: string;
}

/** Everybody enters the next cave (D9). */
export interface Began {
  type: "began";
  expedition: number;
  seats: number;
  relics?: Relic[]; // []
}

/** A card that only a lone leaver takes; older boxes print no value on it. */
export interface Relic {
  type: "relic";
  printed?: number | null;
}

/** Gems are divided among all inside (D10). */
export interface TreasureFound {
  type: "treasure-found";
  card: Treasure;
  explorers: number;
  share: number;
  rest: number;
}

/** A card with gems to divide. */
export interface Treasure {
  type: "treasure";
  value: number;
}

/** The first hazard of its kind in this expedition (D11). */
export interface HazardMet {
  type: "hazard-met";
  card: Hazard;
}

/** A card with a danger: harmless once, the end of the expedition the second time. */
export interface Hazard {
  type: "hazard";
  kind: string;
}

/** A relic lies in the tunnel from now on (D24). */
export interface RelicFound {
  type: "relic-found";
  card: Relic;
}

/** The second hazard of its kind: all inside lose what they hold (D12). */
export interface Disaster {
  type: "disaster";
  card: Hazard;
  victims: number[];
  lost: number;
}

/** The sealed decisions, opened together (D14). */
export interface Revealed {
  type: "revealed";
  leaving: number[];
  continuing: number[];
}

/** Leavers empty their hands and their part of the path into their chests (D16, D25). */
export interface WentHome {
  type: "went-home";
  seats: number[];
  held: number;
  share: number;
  rest: number;
  trophies?: Trophy[]; // []
  left_behind?: Relic[]; // []
  lying?: number[]; // []
}

/** A relic that somebody brought home, and what it counts (D27). */
export interface Trophy {
  relic: Relic;
  worth: number;
}

/** All are back at camp (D18), and the table is cleared (D19, D20, D26). */
export interface ExpeditionEnded {
  type: "expedition-ended";
  expedition: number;
  how: "hazard" | "left";
  returned: number;
  removed?: Hazard | null;
  lost_relics?: Relic[]; // []
}

/** The last cave is behind them (D21). */
export interface DiamantGameEnded {
  type: "game-ended";
  scores: number[];
  winners: number[];
}

/** The diamonds are set out and the board is spun (M2, M4). */
export interface GameBegan {
  type: "game-began";
  game: number;
  first: number;
}

/** A ring card is laid face up (M5). */
export interface RingDrawn {
  type: "ring-drawn";
  seat: number;
  price: number;
}

/** A theft card is laid face up; where nothing can be stolen it is put aside (M7, M8). */
export interface TheftDrawn {
  type: "theft-drawn";
  seat: number;
  possible: boolean;
}

/** A loose diamond: it is set on the ring just drawn (M6). */
export interface Lifted {
  type: "lifted";
  seat: number;
  place: number;
  price: number;
}

/** A fixed diamond: it stays, and so the ring stays empty (M6, M13). */
export interface Stuck {
  type: "stuck";
  seat: number;
  place: number;
  price: number;
}

/** A diamond changes hands; the robbed player plays next (M7). */
export interface Stolen {
  type: "stolen";
  thief: number;
  victim: number;
  price: number;
}

/** A possible theft is not used; the same player draws again (M8). */
export interface Declined {
  type: "declined";
  seat: number;
}

/** One game of the match is over (M10, M11). */
export interface MisterDiamondGameEnded {
  type: "game-ended";
  game: number;
  scores: number[];
  totals: number[];
}

/** The last game is over (M12). */
export interface MatchEnded {
  type: "match-ended";
  scores: number[];
  winners: number[];
}

/** What lies on the table for one seat, or for a spectator: named here field by field, nothing else is shown. */
export interface DiamantView {
  edition: string;
  with_relics: boolean;
  chests_kept: "hidden" | "open";
  entrances: "barricades" | "numbers";
  expedition: number;
  expeditions: number;
  inside: number[];
  held: number;
  tunnel: (Treasure | Hazard | Relic)[];
  lying: number[];
  relics: Trophy[];
  unseen: Record<string, number>;
  chests: (number | null)[];
  trophies: Trophy[][];
  removed: Hazard[];
  over: boolean;
  places: Place[];
  diamond: number;
  relic_worths?: number[]; // []
}

/** What lies on the table, the same for every seat: named here field by field, nothing else is shown. */
export interface MisterDiamondView {
  edition: string;
  expert: boolean;
  notes: boolean;
  places: number;
  fixed: number;
  game: number;
  games: number;
  turn: number | null;
  card: RingCard | TheftCard | null;
  board: number[];
  tried: number[];
  rings: Ring[][];
  scores: number[];
  totals: number[];
  unseen: Record<string, number>;
  over: boolean;
  standings: number[];
  thefts: Theft[];
}

/** A ring to set a diamond on, at a price in dollars. */
export interface RingCard {
  type: "ring";
  price: number;
}

/** The right to take a diamond off somebody's ring. */
export interface TheftCard {
  type: "theft";
}

/** A ring in front of a player. `set` tells whether it carries a diamond. */
export interface Ring {
  price: number;
  set: boolean;
}

/** A square of the table. The camp lies at the left of column 0; rows grow downward and may be negative. */
export type Place = [number, number];

/** A decision to steal, in its parts. */
export interface Theft {
  action: string;
  victim: number;
  price: number;
}
