export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char]!)

type Piece = string | number | Html | readonly Html[]

const textOf = (piece: Piece): string => {
  if (piece instanceof Html) return piece.text
  return typeof piece === 'object' ? piece.map(textOf).join('') : escapeHtml(String(piece))
}

/** Escapes every value that is not `Html`. */
export const markup = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(String.raw({ raw: parts }, ...pieces.map(textOf)))
