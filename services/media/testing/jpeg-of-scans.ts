const segment = (code: number, ...body: readonly number[]): Buffer =>
  Buffer.from([0xff, code, 0, body.length + 2, ...body])
const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0)
const ones = (count: number): readonly number[] => Array.from({ length: count }, () => 1)

/** One code of one bit for one symbol. */
const huffmanTable = (place: number, symbol: number): Buffer => segment(0xc4, place, 1, ...zeros(15), symbol)

const END_OF_64_BLOCKS = 0x60

/** A grey square of 64 blocks; each scan after the first takes eleven bytes and changes nothing. */
export function jpegOfScans(count: number): Buffer {
  const more = Buffer.concat([segment(0xda, 1, 1, 0, 1, 63, 0), Buffer.from([1])])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...ones(64)),
    segment(0xc2, 8, 0, 64, 0, 64, 1, 1, 0x11, 0),
    huffmanTable(0x00, 0),
    huffmanTable(0x10, END_OF_64_BLOCKS),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(8),
    ...Array.from({ length: count - 1 }, () => more),
    Buffer.from([0xff, 0xd9]),
  ])
}
