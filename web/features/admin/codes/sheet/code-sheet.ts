import { activationAddress } from '@app/contracts/fields/activation-code.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { PDFDocument, registerStdFonts } from 'pdfkit'
import CourierBold from 'pdfkit/standard-fonts/CourierBold'
import Helvetica from 'pdfkit/standard-fonts/Helvetica'
import HelveticaBold from 'pdfkit/standard-fonts/HelveticaBold'
import { countedText } from '../../../../ui/wording/figures.ts'
import { qrRowsOf } from '../../../../ui/qr-rows.ts'

registerStdFonts(CourierBold, Helvetica, HelveticaBold)

export interface CodeSheet {
  readonly codes: readonly string[]
  readonly maxProfiles: number
  /** Of the site where the codes are used. */
  readonly origin: string
}

const POINTS_A_MM = 72 / 25.4
const pt = (mm: number): number => mm * POINTS_A_MM

const INK = '#000000'
const GREY = '#555555'
const LINE = '#999999'
const PADDING = 6
const QR = 34

/** A4, and cards of the size of the ones that they come with. Millimetres. */
const PAGE = { width: 210, height: 297 }
const CARD = { width: 85, height: 54 }
const COLUMNS = 2
const ROWS = 5
export const CARDS_A_PAGE = COLUMNS * ROWS
const LEFT = (PAGE.width - COLUMNS * CARD.width) / 2
const TOP = (PAGE.height - ROWS * CARD.height) / 2

interface SheetPoint {
  readonly x: number
  readonly y: number
}
interface Line {
  readonly from: SheetPoint
  readonly to: SheetPoint
}

/** The pages of a sheet, with their content. */
function pagesOf<Card>(cards: readonly Card[]): readonly (readonly Card[])[] {
  const pages = Math.ceil(cards.length / CARDS_A_PAGE)
  return Array.from({ length: pages }, (_, page) =>
    cards.slice(page * CARDS_A_PAGE, (page + 1) * CARDS_A_PAGE),
  )
}

/** The upper left corner of a page's nth card. */
const cornerOf = (nth: number): SheetPoint => ({
  x: LEFT + (nth % COLUMNS) * CARD.width,
  y: TOP + Math.floor(nth / COLUMNS) * CARD.height,
})

/** Across the page and each once, because dashes that lie on others leave no gaps. */
function cutLines(cards: number): readonly Line[] {
  const rows = Math.ceil(cards / COLUMNS)
  const [right, bottom] = [LEFT + COLUMNS * CARD.width, TOP + rows * CARD.height]
  const across = Array.from({ length: rows + 1 }, (_, row) => TOP + row * CARD.height)
  const down = Array.from({ length: COLUMNS + 1 }, (_, column) => LEFT + column * CARD.width)
  return [
    ...across.map((y) => ({ from: { x: LEFT, y }, to: { x: right, y } })),
    ...down.map((x) => ({ from: { x, y: TOP }, to: { x, y: bottom } })),
  ]
}

const TEXT = { left: PADDING + QR + 5, width: CARD.width - QR - 2 * PADDING - 3 }

/** To print and cut: a card of paper for each code. @param breathe waited for between pages, so that nothing freezes */
export async function codeSheet(sheet: CodeSheet, breathe: () => Promise<void>): Promise<Blob> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'es-CL',
    info: { Title: `Códigos de activación de ${PRODUCT.name}`, Creator: PRODUCT.name },
  })
  const written = blobOf(document)
  for (const codes of pagesOf(sheet.codes)) {
    document.addPage()
    drawCutLines(document, codes.length)
    codes.forEach((code, nth) => drawCard(document, sheet, { code, corner: cornerOf(nth) }))
    await breathe()
  }
  document.end()
  return written
}

const blobOf = (document: PDFDocument): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    document
      .on('data', (part) => parts.push(part))
      .on('end', () => resolve(new Blob(parts, { type: 'application/pdf' })))
      .on('error', reject)
  })

function drawCutLines(document: PDFDocument, cards: number): void {
  for (const { from, to } of cutLines(cards)) {
    document.moveTo(pt(from.x), pt(from.y)).lineTo(pt(to.x), pt(to.y))
  }
  document.lineWidth(0.5).dash(3).strokeColor(LINE).stroke().undash()
}

interface Card {
  readonly code: string
  readonly corner: SheetPoint
}

function drawCard(document: PDFDocument, { origin, maxProfiles }: CodeSheet, { code, corner }: Card): void {
  const address = activationAddress(origin, code)
  drawQr(document, address, { x: corner.x + PADDING, y: corner.y + (CARD.height - QR) / 2 })
  const write = (text: string, { top, height, size, font, color }: Style): void => {
    const width = pt(TEXT.width)
    document.font(font).fontSize(size).fillColor(color)
    document.text(text, pt(corner.x + TEXT.left), pt(corner.y + top), {
      width,
      height: pt(height),
      ellipsis: true,
      lineGap: 1,
    })
  }
  write(PRODUCT.name, { ...TITLE, top: 10 })
  write('Código de activación', { ...SMALL, top: 18 })
  write(code, { ...CODE, top: 22.5 })
  write(countedText(maxProfiles, 'perfil', 'perfiles'), { ...SMALL, top: 28 })
  write(`Escanea el QR o escribe el código en\n${shownAddress(address)}`, { ...NOTE, top: 35 })
}

interface Style {
  readonly top: number
  readonly height: number
  readonly size: number
  readonly font: string
  readonly color: string
}
const TITLE = { height: 6, size: 13, font: 'Helvetica-Bold', color: INK }
const CODE = { height: 5, size: 11, font: 'Courier-Bold', color: INK }
const SMALL = { height: 4, size: 8, font: 'Helvetica', color: GREY }
const NOTE = { height: 11, size: 7, font: 'Helvetica', color: GREY }

const shownAddress = (address: string): string => {
  const { host, pathname } = new URL(address)
  return host + pathname
}

/** One path for all of it: viewers show seams between shapes that are painted one by one. */
function drawQr(document: PDFDocument, text: string, corner: SheetPoint): void {
  const { size, runs } = qrRowsOf(text)
  const side = QR / size
  for (const { row, from, length } of runs) {
    document.rect(
      pt(corner.x + from * side),
      pt(corner.y + row * side),
      pt(length * side),
      // Rows overlap by a hair for the same reason.
      pt(side * 1.02),
    )
  }
  document.fillColor(INK).fill()
}
