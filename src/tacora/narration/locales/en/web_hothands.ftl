### Several people at one device: two keys for each, or the device passed behind a curtain.

web-hot-mode-keys = Two keys each instead
web-hot-mode-curtain = Pass the device instead
web-hot-keys-how = Press one of your two keys. Press again to change your mind.
web-hot-decided = decided
web-hot-thinks = thinks
web-hot-has-decided = { $name } has decided.
web-hot-give = Give the device to { $name }
web-hot-give-to = Give the device to
web-hot-look-away = The others look away.
web-hot-headphones = By ear: headphones for whoever has the device.
web-hot-i-am = I am { $name }
web-hot-decide = { $name }: deeper, or back to camp?
web-hot-all = All of you have decided.
web-hot-again = { $name } again
web-hot-none = Nobody here is asked.
