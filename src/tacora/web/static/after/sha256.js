// @ts-check
// SHA-256: the browser's, or ours in an insecure context (plain HTTP from another machine), which has no `crypto.subtle`.

const ROUNDS = constants(64, (prime) => Math.cbrt(prime));
const START = constants(8, (prime) => Math.sqrt(prime));

/**
 * The first 32 fractional bits of the roots of the first primes.
 * @param {number} count
 * @param {(prime: number) => number} root
 */
function constants(count, root) {
  const found = new Uint32Array(count);
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime)) {
      found[primes.length] = (root(number) % 1) * 2 ** 32;
      primes.push(number);
    }
  }
  return found;
}

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The digest, in plain JavaScript.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = START.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        words[i] = view.getUint32(block + 4 * i);
      } else {
        const [near, far] = [words[i - 2], words[i - 15]];
        const one = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
        const two = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
        words[i] = one + words[i - 7] + two + words[i - 16];
      }
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  const digest = new Uint8Array(32);
  state.forEach((word, i) => new DataView(digest.buffer).setUint32(4 * i, word));
  return digest;
}

/**
 * The digest, by the browser where it can.
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function digest(bytes) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return sha256(bytes);
  return new Uint8Array(await subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));
}
