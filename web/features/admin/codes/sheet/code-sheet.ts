import { activationAddress } from '@app/contracts/fields/activation-code.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { PDFDocument, registerStdFonts } from 'pdfkit'
import CourierBold from 'pdfkit/standard-fonts/CourierBold'
import Helvetica from 'pdfkit/standard-fonts/Helvetica'
import HelveticaBold from 'pdfkit/standard-fonts/HelveticaBold'
import { countedText } from '../../../../ui/wording/figures.ts'
import { qrRowsOf } from '../../../../ui/qr-rows.ts'
import { CARD, cornerOf, cutLines, pagesOf, type SheetPoint } from './sheet-layout.ts'

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
