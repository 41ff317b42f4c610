import qrcode from 'qrcode'

const PAPER = 4
const SIDE_PX = 1_024
/** To the right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

type Modules = qrcode.QRCode['modules']

/** Edges of dark modules, each with its module on its right: `x y direction`. */
function edgesOf({ size, data }: Modules): Set<string> {
  const isDark = (x: number, y: number): boolean => x >= 0 && x < size && data[y * size + x] === 1
  const edges = new Set<string>()
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!isDark(x, y)) continue
      if (!isDark(x, y - 1)) edges.add(`${x} ${y} 0`)
      if (!isDark(x + 1, y)) edges.add(`${x + 1} ${y} 1`)
      if (!isDark(x, y + 1)) edges.add(`${x + 1} ${y + 1} 2`)
      if (!isDark(x - 1, y)) edges.add(`${x} ${y + 1} 3`)
    }
  return edges
}

/** Around each shape once, and around each hole the other way. Shapes that touch at a corner stay apart. */
function outlineOf(modules: Modules): string {
  const edges = edgesOf(modules)
  let path = ''
  for (const first of edges) {
    let [x = 0, y = 0, direction = 0] = first.split(' ').map(Number)
    path += `M${x + PAPER} ${y + PAPER}`
    for (let edge: string | undefined = first; edge !== undefined;) {
      edges.delete(edge)
      const [right, down] = STEPS[direction]!
      ;[x, y] = [x + right, y + down]
      const turns = [(direction + 1) % 4, direction, (direction + 3) % 4]
      const next = turns.find((turn) => edges.has(`${x} ${y} ${turn}`))
      if (next !== undefined && next !== direction) path += right === 0 ? `V${y + PAPER}` : `H${x + PAPER}`
      direction = next ?? direction
      edge = next === undefined ? undefined : `${x} ${y} ${next}`
    }
    path += 'z'
  }
  return path
}

/** A quarter of it may be damaged: for print. Filled outlines, because cutters follow lines. */
export function qrSvg(text: string): string {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'Q' })
  const side = modules.size + 2 * PAPER
  const size = `width="${SIDE_PX}" height="${SIDE_PX}" viewBox="0 0 ${side} ${side}"`
  const paper = `<path fill="#fff" d="M0 0h${side}v${side}H0z"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} shape-rendering="crispEdges">${paper}<path d="${outlineOf(modules)}"/></svg>`
}
