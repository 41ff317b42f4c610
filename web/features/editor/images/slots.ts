import type { ImageKind } from '@app/contracts/profiles.ts'
import {
  AVATAR_WIDTHS,
  BACKGROUND_WIDTHS,
  LOGO_WIDTHS,
  SQUARE,
  type ImageWidth,
} from '@app/contracts/fields/pictures.ts'
import type { Size } from './picture.ts'

export interface Slot {
  readonly kind: ImageKind
  readonly field: 'profile_image' | 'company_logo' | 'background_image'
  readonly title: string
  readonly noun: string
  /** As a message names it in place of its kind: «Imagen {ofWhat} subida …». */
  readonly ofWhat: string
  readonly question: string
  readonly aspect: number
  readonly isRound: boolean
  /** The frame opens around the whole picture, and only its part of the frame is sent: nothing pads a wide logo. */
  readonly opensWhole: boolean
  /** With fewer pixels it is blurred on phones. */
  readonly wanted: Size
  readonly sentMax: Size
  /** Browsers encode JPEG and PNG, and not all of them WebP. Only a logo stays transparent. */
  readonly sentAs: 'image/jpeg' | 'image/png'
  readonly shownWidth: ImageWidth
}

const [backgroundWidth] = BACKGROUND_WIDTHS.upright

export const SLOTS: readonly Slot[] = [
  {
    kind: 'profile-image',
    field: 'profile_image',
    title: 'Perfil',
    noun: 'imagen de perfil',
    ofWhat: 'de perfil',
    question: '¿Eliminar la imagen de perfil?',
    aspect: 1,
    isRound: true,
    opensWhole: false,
    wanted: { width: SQUARE.side, height: SQUARE.side },
    sentMax: { width: 1_024, height: 1_024 },
    sentAs: 'image/jpeg',
    shownWidth: AVATAR_WIDTHS[2],
  },
  {
    kind: 'company-logo',
    field: 'company_logo',
    title: 'Logo de la empresa',
    noun: 'logo de la empresa',
    ofWhat: 'del logo',
    question: '¿Eliminar el logo?',
    aspect: 4 / 3,
    isRound: false,
    opensWhole: true,
    // The page shows it 24 px high, on phones with three pixels to one.
    wanted: { width: LOGO_WIDTHS[2], height: 72 },
    sentMax: { width: 1_000, height: 1_000 },
    sentAs: 'image/png',
    shownWidth: LOGO_WIDTHS[2],
  },
  {
    kind: 'background-image',
    field: 'background_image',
    title: 'Imagen de fondo',
    noun: 'imagen de fondo',
    ofWhat: 'de fondo',
    question: '¿Eliminar el fondo?',
    aspect: 9 / 16,
    isRound: false,
    opensWhole: false,
    wanted: { width: backgroundWidth, height: (backgroundWidth * 16) / 9 },
    sentMax: { width: 1_440, height: 2_560 },
    sentAs: 'image/jpeg',
    shownWidth: backgroundWidth,
  },
]
