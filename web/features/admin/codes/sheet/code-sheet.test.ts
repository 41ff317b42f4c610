import { PRODUCT } from '@app/contracts/product.ts'
import { activationAddress, CODE_ALPHABET, newCode } from '@app/contracts/fields/activation-code.ts'
import { createRequire } from 'node:module'
import type jsqr from 'jsqr'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { codeSheet, type CodeSheet, CARDS_A_PAGE } from './code-sheet.ts'
import { longTest } from '../../../../../tests/support/longer-runs.ts'

const readQr = createRequire(import.meta.url)('jsqr') as typeof jsqr
const ORIGIN = 'https://tarjetas.example'

function codesOf(count: number): readonly string[] {
  let drawn = 7
  const below = (n: number): number => (drawn = (drawn * 48_271) % 2_147_483_647) % n
  return Array.from({ length: count }, () => newCode(below))
}
const noBreath = async (): Promise<void> => undefined

/** By a library independent of the one that draws. */
async function read(sheet: Partial<CodeSheet> & Pick<CodeSheet, 'codes'>, breathe = noBreath) {
  const blob = await codeSheet({ maxProfiles: 3, origin: ORIGIN, ...sheet }, breathe)
  const pdf = await getDocumentProxy(new Uint8Array(await blob.arrayBuffer()))
  const { totalPages, text } = await extractText(pdf)
  return { type: blob.type, size: blob.size, pdf, totalPages, text }
}
type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
const CODE = new RegExp(`[${CODE_ALPHABET}]{4}(?:-[${CODE_ALPHABET}]{4}){2}`, 'g')
const codesIn = (text: readonly string[]) => text.flatMap((page) => page.match(CODE) ?? [])

/** pdf.js: a path, and that it is filled. */
const CONSTRUCT_PATH = 91
const FILL = 22
const PIXELS_A_POINT = 4
const PAPER = 8

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Each rectangle of a path: a move, three lines, and its end. */
function boxesOf(path: readonly number[]): readonly Box[] {
  const LENGTH = 13
  return Array.from({ length: path.length / LENGTH }, (_, n) => {
    const [, left = 0, top = 0, , , , , right = 0, bottom = 0] = path.slice(n * LENGTH, (n + 1) * LENGTH)
    return { left, top, right, bottom }
  })
}

/** The filled rectangles of a path as pixels on white paper. */
function paint(boxes: readonly Box[]) {
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
  const pixel = (points: number): number => Math.round(points * PIXELS_A_POINT) + PAPER
  const side = pixel(Math.max(...boxes.map((box) => box.right)) - left) + PAPER
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const box of boxes) {
    for (let y = pixel(box.top - top); y < pixel(box.bottom - top); y += 1) {
      const row = y * side
      pixels.fill(0, (row + pixel(box.left - left)) * 4, (row + pixel(box.right - left)) * 4)
    }
  }
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255
  return { pixels, side }
}

/** The visible texts of a page, in the order of the cards. */
async function qrTextsOf(pdf: Pdf, page: number): Promise<readonly (string | undefined)[]> {
  const { fnArray, argsArray } = await (await pdf.getPage(page)).getOperatorList()
  const filled = argsArray.filter((args, n) => fnArray[n] === CONSTRUCT_PATH && args[0] === FILL)
  return filled.map(([, [path]]) => {
    const { pixels, side } = paint(boxesOf([...(path as Float32Array)]))
    return readQr(pixels, side, side)?.data
  })
}

const hasEachCode = async (count: number, pages: number): Promise<void> => {
  const codes = codesOf(count)
  let breaths = 0
  const { type, size, totalPages, text } = await read({ codes }, async () => void (breaths += 1))
  expect([type, totalPages, breaths]).toEqual(['application/pdf', pages, pages])
  expect(codesIn(text)).toEqual(codes)
  expect(size).toBeLessThan(20_000 + count * 4_000)
}
test('a sheet has each code once, a new page where one is full, and lets others work after each', async () => {
  await hasEachCode(CARDS_A_PAGE, 1)
  await hasEachCode(CARDS_A_PAGE + 1, 2)
})
longTest('a sheet of a thousand codes has each once', () => hasEachCode(1_000, 100))

test('a card says how many profiles below product and code, and where to type it', async () => {
  const codes = codesOf(1)
  for (const [maxProfiles, words] of [
    [1, '1 perfil'],
    [1_000, '1.000 perfiles'],
  ] as const) {
    const { text } = await read({ codes, maxProfiles })
    expect(text[0]?.split('\n')).toEqual([
      PRODUCT.name,
      'Código de activación',
      codes[0],
      words,
      'Escanea el QR o escribe el',
      'código en',
      'tarjetas.example/activate',
    ])
  }
})

test('a long address of the site stays on its card', async () => {
  const origin = `https://${'tarjetas-de-la-empresa.'.repeat(6)}example`
  const { text } = await read({ codes: codesOf(2), origin })
  expect(codesIn(text)).toHaveLength(2)
  expect(text[0]).toContain('…')
})

test('each QR code is the address that fills its code in', async () => {
  const codes = codesOf(2)
  const { pdf } = await read({ codes })
  expect(await qrTextsOf(pdf, 1)).toEqual(codes.map((code) => activationAddress(ORIGIN, code)))
})
