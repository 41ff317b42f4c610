/** The part that we use. The published types need those of the DOM. */
declare module 'opentype.js' {
  export type PathCommand =
    | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
    | { readonly type: 'Q'; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
    | {
        readonly type: 'C'
        readonly x1: number
        readonly y1: number
        readonly x2: number
        readonly y2: number
        readonly x: number
        readonly y: number
      }
    | { readonly type: 'Z' }
  export interface Glyph {
    readonly advanceWidth?: number
    getPath(x: number, y: number, size: number): { readonly commands: readonly PathCommand[] }
  }
  export interface Font {
    readonly unitsPerEm: number
    /** 0 for a missing glyph. */
    charToGlyphIndex(character: string): number
    charToGlyph(character: string): Glyph
  }
  export interface OpenType {
    parse(bytes: ArrayBuffer): Font
  }
}
