import { expect, test } from "vitest";
import { sha256 } from "../src/browser/sha256";

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

test("the vectors of FIPS 180-4", () => {
  expect(hex(sha256(text("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hex(sha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  expect(hex(sha256(text(two)))).toBe("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  expect(hex(sha256(text("a".repeat(1_000_000))))).toBe("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
});

test("every length around a block, as the platform has it", async () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 131 + length) & 255);
    expect(hex(sha256(bytes))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
  }
});
