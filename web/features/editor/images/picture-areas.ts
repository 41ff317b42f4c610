export interface Size {
  readonly width: number
  readonly height: number
}

export interface Area extends Size {
  readonly x: number
  readonly y: number
}

interface Framing {
  readonly aspect: number
  readonly opensWhole: boolean
}

/** The area behind the frame: the picture, with a margin if the frame has to contain all of it. */
export function stageOf({ width, height }: Size, { aspect, opensWhole }: Framing): Size {
  if (!opensWhole) return { width, height }
  return { width: Math.max(width, height * aspect), height: Math.max(height, width / aspect) }
}

/** Position of the picture on its stage. */
export const placeOn = (stage: Size, picture: Size): Area => ({
  x: (stage.width - picture.width) / 2,
  y: (stage.height - picture.height) / 2,
  ...picture,
})

/** The largest area of this shape, in the middle. In percent, as all areas of a frame. */
export function middleOf(stage: Size, aspect: number): Area {
  const width = Math.min(stage.width, stage.height * aspect)
  const [across, down] = [(width / stage.width) * 100, (width / aspect / stage.height) * 100]
  return { x: (100 - across) / 2, y: (100 - down) / 2, width: across, height: down }
}

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value))

/** The part of the picture that is in the frame, in pixels of the picture. */
export function cutOf(frame: Area, stage: Size, picture: Size): Area {
  const place = placeOn(stage, picture)
  const [scaleX, scaleY] = [stage.width / 100, stage.height / 100]
  const left = between(0, Math.round(frame.x * scaleX - place.x), picture.width - 1)
  const top = between(0, Math.round(frame.y * scaleY - place.y), picture.height - 1)
  const right = Math.round((frame.x + frame.width) * scaleX - place.x)
  const bottom = Math.round((frame.y + frame.height) * scaleY - place.y)
  return {
    x: left,
    y: top,
    width: between(1, right - left, picture.width - left),
    height: between(1, bottom - top, picture.height - top),
  }
}

/** As large as allowed, and never enlarged. */
export function shrunk({ width, height }: Size, max: Size): Size {
  const scale = Math.min(1, max.width / width, max.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** One side suffices: a wide logo need not be high. */
export const isSmall = (cut: Size, wanted: Size): boolean =>
  cut.width < wanted.width && cut.height < wanted.height
