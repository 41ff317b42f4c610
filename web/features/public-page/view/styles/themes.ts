import { contrast, guardContrast, mix } from '@app/contracts/fields/contrast-guard.ts'
import type { ProfileTheme } from '@app/contracts/profiles.ts'
import type { PresetId } from '@app/contracts/fields/profile-fields.ts'

/** Plain hex colours: browsers of 2021 lack color-mix(). */
export type ThemeColors = Readonly<Record<`--p-${string}`, string>>

interface Colours {
  readonly background: string
  readonly text: string
  readonly button: string
  readonly onButton: string
  readonly accent: string
  readonly secondary?: string
  readonly tile?: string
  readonly tileShare?: number
  readonly cover?: string
  readonly coverInk?: string
  readonly buttonRing?: string | null
}

export const PRESETS: Readonly<Record<PresetId, Colours>> = {
  blue: {
    background: '#FFFFFF',
    text: '#000000',
    button: '#7CDAF9',
    onButton: '#06222E',
    accent: '#0A607F',
  },
  green: {
    background: '#F2FAF5',
    text: '#0B2418',
    button: '#12704A',
    onButton: '#FFFFFF',
    accent: '#0E6541',
  },
  purple: {
    background: '#F8F4FF',
    text: '#1E0F38',
    button: '#6B3FD4',
    onButton: '#FFFFFF',
    accent: '#5A30BF',
  },
  dark: {
    background: '#0A151B',
    text: '#F2F7F9',
    button: '#F2F7F9',
    onButton: '#0A151B',
    accent: '#7CDAF9',
    tileShare: 0.07,
    cover: '#103646',
    coverInk: '#7CDAF9',
  },
  warm: {
    background: '#FFF6EB',
    text: '#2E1608',
    button: '#FFB454',
    onButton: '#2E1608',
    accent: '#95400A',
  },
}

const alpha = (hex: string, share: number): string =>
  `${hex}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')
    .toUpperCase()}`

const TILE_RATIO_MIN = 1.03

function lookOf(colours: Colours): ThemeColors {
  const { background, text, button, onButton, accent, cover, coverInk } = colours
  const line = mix(text, background, 0.12)
  const tile = colours.tile ?? mix(button, background, colours.tileShare ?? 0.13)
  return {
    '--p-bg': background,
    '--p-glass': alpha(background, 0.88),
    '--p-text': text,
    '--p-sub': colours.secondary ?? mix(text, background, 0.72),
    '--p-line': line,
    '--p-tile': tile,
    '--p-accent': accent,
    '--p-button': button,
    '--p-on': onButton,
    '--p-edge': colours.buttonRing ? `1.5px ${colours.buttonRing}` : `1px ${alpha(onButton, 0.14)}`,
    '--p-glow': mix(button, '#06222E', 0.7),
    ...(contrast(tile, background) < TILE_RATIO_MIN && { '--p-hair': line }),
    ...(cover && coverInk && { '--p-cover': cover, '--p-cover-ink': coverInk }),
  }
}

const declared = (colours: Colours): string =>
  Object.entries(lookOf(colours))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

const presetCss = ([id, colours]: readonly [string, Colours]): string =>
  `[data-profile-theme=${id}]{${id === 'dark' ? 'color-scheme:dark;' : ''}${declared(colours)}}`

export const PRESETS_CSS = Object.entries(PRESETS).map(presetCss).join('')

/** For a page that shows one theme only; custom colours stand on the element itself. */
export const themeCss = (id: ProfileTheme['theme_color']): string =>
  id === 'custom' ? '' : presetCss([id, PRESETS[id]])

/** For pages that are no owner's: light or dark, as the reader's system has it. */
export const SYSTEM_CSS = `:root{color-scheme:light dark;${declared(PRESETS.blue)}}
@media (prefers-color-scheme: dark){:root{${declared(PRESETS.dark)}}}`

/** The colours on the screen, with which somebody begins to mix their own. */
export function seenColours(theme: ProfileTheme): Omit<ProfileTheme, 'theme_color'> {
  if (theme.theme_color === 'custom') return theme
  const { background, text, button } = PRESETS[theme.theme_color]
  return { background_color: background, text_color: text, button_color: button }
}

const customLook = (theme: ProfileTheme): ThemeColors =>
  lookOf(
    guardContrast({
      background: theme.background_color,
      text: theme.text_color,
      button: theme.button_color,
    }),
  )

export const themeLook = (theme: ProfileTheme): ThemeColors =>
  theme.theme_color === 'custom' ? customLook(theme) : lookOf(PRESETS[theme.theme_color])

type Scheme = 'dark' | 'only light'
const schemeOn = (background: string): Scheme =>
  contrast(background, '#FFFFFF') > contrast(background, '#000000') ? 'dark' : 'only light'

interface RootLook {
  readonly style?: ThemeColors & { readonly colorScheme: Scheme }
  readonly chrome: string
  /** So declared, no browser darkens what is dark already, nor what its owner wants light. */
  readonly scheme: Scheme
}

export function rootLook(theme: ProfileTheme): RootLook {
  if (theme.theme_color === 'custom') {
    const look = customLook(theme)
    const scheme = schemeOn(theme.background_color)
    return { style: { ...look, colorScheme: scheme }, chrome: look['--p-button'] ?? '', scheme }
  }
  const preset = PRESETS[theme.theme_color]
  return { chrome: preset.cover ?? preset.button, scheme: schemeOn(preset.background) }
}
