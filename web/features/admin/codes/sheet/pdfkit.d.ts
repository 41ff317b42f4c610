/** What we use of it: the published types are those of Node's streams. */
declare module 'pdfkit' {
  interface TextOptions {
    readonly width: number
    readonly height: number
    readonly ellipsis: true
    readonly lineGap?: number
  }
  export class PDFDocument {
    constructor(options: {
      readonly size: 'A4'
      readonly margin: number
      readonly autoFirstPage: false
      readonly lang: string
      readonly info: { readonly Title: string; readonly Creator: string }
    })
    on(event: 'data', listener: (part: Uint8Array<ArrayBuffer>) => void): this
    on(event: 'end', listener: () => void): this
    on(event: 'error', listener: (error: Error) => void): this
    addPage(): this
    end(): void
    font(name: string): this
    fontSize(points: number): this
    text(text: string, x: number, y: number, options: TextOptions): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    rect(x: number, y: number, width: number, height: number): this
    lineWidth(points: number): this
    dash(points: number): this
    undash(): this
    fillColor(color: string): this
    strokeColor(color: string): this
    fill(): this
    stroke(): this
  }
  /** Browsers have no files of fonts: the ones that a document names are registered by hand. */
  export function registerStdFonts(...fonts: readonly object[]): void
}
declare module 'pdfkit/standard-fonts/*' {
  const font: object
  export default font
}
