/** A4, and cards of the size of the ones that they come with. Millimetres. */
const PAGE = { width: 210, height: 297 }
export const CARD = { width: 85, height: 54 }
const COLUMNS = 2
const ROWS = 5
export const CARDS_A_PAGE = COLUMNS * ROWS
const LEFT = (PAGE.width - COLUMNS * CARD.width) / 2
const TOP = (PAGE.height - ROWS * CARD.height) / 2

export interface SheetPoint {
  readonly x: number
  readonly y: number
}
interface Line {
  readonly from: SheetPoint
  readonly to: SheetPoint
}

/** The pages of a sheet, with their content. */
export function pagesOf<Card>(cards: readonly Card[]): readonly (readonly Card[])[] {
  const pages = Math.ceil(cards.length / CARDS_A_PAGE)
  return Array.from({ length: pages }, (_, page) =>
    cards.slice(page * CARDS_A_PAGE, (page + 1) * CARDS_A_PAGE),
  )
}

/** The upper left corner of a page's nth card. */
export const cornerOf = (nth: number): SheetPoint => ({
  x: LEFT + (nth % COLUMNS) * CARD.width,
  y: TOP + Math.floor(nth / COLUMNS) * CARD.height,
})

/** Across the page and each once, because dashes that lie on others leave no gaps. */
export function cutLines(cards: number): readonly Line[] {
  const rows = Math.ceil(cards / COLUMNS)
  const [right, bottom] = [LEFT + COLUMNS * CARD.width, TOP + rows * CARD.height]
  const across = Array.from({ length: rows + 1 }, (_, row) => TOP + row * CARD.height)
  const down = Array.from({ length: COLUMNS + 1 }, (_, column) => LEFT + column * CARD.width)
  return [
    ...across.map((y) => ({ from: { x: LEFT, y }, to: { x: right, y } })),
    ...down.map((x) => ({ from: { x, y: TOP }, to: { x, y: bottom } })),
  ]
}
