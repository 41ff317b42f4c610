import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { busyAnalytics, emptyAnalytics } from '../testing/sample-material.ts'
import { barChart } from '../make-report.ts'
import { lineChart } from './line-chart.ts'
import { NETWORK_COLOURS, SERIES_STYLES } from './chart-style.ts'
import { loadFont, chartPictureOf } from './chart-picture.ts'

/** Counts the pixels of a picture near a colour. */
async function pixelsOf(picture: Buffer): Promise<(hex: string) => number> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return (hex) => {
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    let found = 0
    for (let at = 0; at < data.length; at += info.channels)
      if (wanted.every((part, index) => Math.abs(part - data[at + index]!) < 8)) found += 1
    return found
  }
}

beforeAll(loadFont)

describe('the line chart', () => {
  test.each(['7d', '3m', '12m'] as const)('of %s shows all four series', async (range) => {
    const { temporal_data, time_unit, to } = busyAnalytics(range)
    const pixels = await pixelsOf(await chartPictureOf(lineChart(temporal_data, time_unit, to)))
    for (const { name, colour } of SERIES_STYLES) expect(pixels(colour), name).toBeGreaterThan(300)
  })

  test('draws visits above unique visitors, which are often equal', () => {
    const { temporal_data } = busyAnalytics('7d')
    expect(lineChart(temporal_data, 'day', '2026-11-21')).toMatchObject({
      series: [{ z: 6 }, { z: 5 }, { z: 4 }, { z: 3 }],
    })
  })

  test('distinguishes its series without colour', () => {
    const { series } = lineChart(busyAnalytics('7d').temporal_data, 'day', '2026-11-21') as {
      series: { symbol: string; lineStyle: { type: unknown } }[]
    }
    expect(series.map(({ symbol, lineStyle }) => `${String(lineStyle.type)} ${symbol}`)).toEqual([
      'solid circle',
      '7,5 rect',
      'solid triangle',
      '1.5,5.5 diamond',
    ])
  })

  test('shows a text when the period has no visits', () => {
    const { title } = lineChart(emptyAnalytics('7d').temporal_data, 'day', '2026-11-20')
    expect(title).toMatchObject([{}, { text: 'Aún no hay visitas en este período.' }])
  })
})

describe('the bar chart', () => {
  test('has a bar for each network with clicks, of proportional length', async () => {
    const clicks = { ...busyAnalytics('7d').social_clicks, custom: 0 }
    const pixels = await pixelsOf(await chartPictureOf(barChart(clicks, '')))
    const [whatsapp, linkedin] = [pixels(NETWORK_COLOURS.whatsapp), pixels(NETWORK_COLOURS.linkedin)]
    expect(linkedin).toBeGreaterThan(5_000)
    expect(whatsapp / linkedin).toBeCloseTo(281 / 97, 0)
    expect(pixels(NETWORK_COLOURS.custom)).toBe(0)
  })

  test('keeps space for its bars beside a long title of the owner’s own link', async () => {
    const { social_clicks: clicks } = busyAnalytics('7d')
    const named = async (title: string) =>
      (await pixelsOf(await chartPictureOf(barChart(clicks, title))))(NETWORK_COLOURS.whatsapp)
    expect(await named('Agenda una reunión conmigo, '.repeat(9))).toBeGreaterThan(0.7 * (await named('')))
  })

  test('shows a text when the period has no clicks', () => {
    expect(barChart(emptyAnalytics('7d').social_clicks, '')['title']).toMatchObject([
      { text: 'Clics por red' },
      { text: 'No hay datos suficientes para este período' },
    ])
  })
})

describe('on a machine without fonts', () => {
  const program = fileURLToPath(new URL('../testing/bare-machine.child.ts', import.meta.url))
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'app-test-fonts-'))
    await writeFile(join(folder, 'fonts.conf'), '<fontconfig></fontconfig>')
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function inkOf(how: 'with' | 'without'): Promise<Record<string, number>> {
    const env = { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') }
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, how], { env })
    return JSON.parse(stdout) as Record<string, number>
  }

  test('every letter is drawn with the bundled font, even with accents', async () => {
    const [own, none] = await Promise.all([inkOf('with'), inkOf('without')])
    expect(new Set(Object.values(none)).size).toBe(1)
    expect(own['WWWW']).toBeGreaterThan(2 * own['iiii']!)
    expect(own['óúäö']).toBeGreaterThan(own['ouao']!)
    expect(own['1234']).toBeGreaterThan(0)
  })
})
