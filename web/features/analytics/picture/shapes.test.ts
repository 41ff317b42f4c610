import { expect, test } from 'vitest'
import { framed, pictureFileName } from './shapes.ts'

test('a frame adds title and caption above the chart, and space around it', () => {
  const bar = { kind: 'rectangle', x: 0, y: 0, width: 10, height: 4, colour: '--line' } as const
  const picture = framed(
    { width: 600, height: 200, shapes: [bar] },
    { title: 'Redes', caption: 'Ana · 2026' },
  )
  expect([picture.width, picture.height]).toEqual([648, 300])
  expect(picture.shapes).toMatchObject([{ text: 'Redes' }, { text: 'Ana · 2026' }, { x: 24, y: 76 }])
})

test('a file is named after its chart and day, in letters that every system takes', () => {
  expect(pictureFileName('Cuándo te visitan', '2026-11-20')).toBe('Cuando_te_visitan_2026-11-20.png')
})
