// SHA-256 (FIPS 180-4), for pages over plain http on a network: browsers offer crypto.subtle only over https.
const ROUNDS = 64;
const BLOCK = 64; // bytes

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function constants(count: number, root: (x: number) => number): Uint32Array {
  const found = new Uint32Array(count);
  for (let candidate = 2, n = 0; n < count; candidate++) {
    let prime = true;
    for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) prime = false;
    if (prime) found[n++] = Math.floor((root(candidate) % 1) * 2 ** 32);
  }
  return found;
}

const K = constants(ROUNDS, Math.cbrt);
const START = constants(8, Math.sqrt);

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** The digest of some bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const hash = START.slice();
  const w = new Uint32Array(ROUNDS);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < ROUNDS; i++) {
      const [x, y] = [w[i - 15]!, w[i - 2]!];
      const first = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const second = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = w[i - 16]! + first + w[i - 7]! + second;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < ROUNDS; i++) {
      const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + high + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) >>> 0;
      const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => (hash[i] = hash[i]! + part));
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((part, i) => digest.setUint32(4 * i, part));
  return new Uint8Array(digest.buffer);
}
