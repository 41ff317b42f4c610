interface Rectangle {
  readonly kind: 'rectangle'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly radius?: number
  /** A CSS variable, or a colour. */
  readonly colour: string
}

interface Words {
  readonly kind: 'words'
  readonly x: number
  /** Of the baseline. */
  readonly y: number
  readonly text: string
  readonly size: number
  readonly weight?: number
  readonly colour: string
  readonly align?: 'left' | 'right' | 'center'
  /** Longer texts are cut. */
  readonly widthMax?: number
}

export type Shape = Rectangle | Words

/** A chart as a picture, without its title. Sizes in CSS pixels. */
export interface ChartPicture {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
  /** Drawn by another program, at the picture's place. */
  readonly canvas?: () => Promise<HTMLCanvasElement>
}

const MARGIN = 24
const TITLE_HEIGHT = 76

interface Frame {
  readonly title: string
  readonly caption: string
}

interface FramedPicture extends ChartPicture {
  /** Where the chart begins. */
  readonly left: number
  readonly top: number
}

const moved = (shape: Shape): Shape => ({ ...shape, x: shape.x + MARGIN, y: shape.y + TITLE_HEIGHT })

/** Adds what a picture needs to be understood without its page. */
export const framed = (picture: ChartPicture, { title, caption }: Frame): FramedPicture => {
  const width = picture.width + 2 * MARGIN
  const widthMax = picture.width
  return {
    ...picture,
    left: MARGIN,
    top: TITLE_HEIGHT,
    width,
    height: picture.height + TITLE_HEIGHT + MARGIN,
    shapes: [
      { kind: 'words', x: MARGIN, y: 38, text: title, size: 20, weight: 650, colour: '--ink', widthMax },
      { kind: 'words', x: MARGIN, y: 59, text: caption, size: 13, colour: '--ink-3', widthMax },
      ...picture.shapes.map(moved),
    ],
  }
}

/** `Comparativa_Intermensual_2026-11-20.png` */
export const pictureFileName = (title: string, day: string): string =>
  `${title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')}_${day}.png`
