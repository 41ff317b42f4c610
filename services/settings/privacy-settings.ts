import { z } from 'zod'
import type { ResponsibleParty } from '@app/contracts/privacy/article-14-ter.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { settingWithDefault } from './declare-setting.ts'

const stated = (value: string, description: string) =>
  settingWithDefault(value, {
    schema: z.string().trim().min(1).max(500),
    advice: 'debe ser un texto de 1 a 500 caracteres.',
    description,
  })

export const PRIVACY_SETTINGS = {
  RESPONSIBLE: stated(PRODUCT.name, 'who answers for the data; `/privacidad` states this and the next four'),
  RESPONSIBLE_REPRESENTATIVE: stated('sin designar', 'its legal representative'),
  RESPONSIBLE_ADDRESS: stated('Chile', 'its postal address'),
  TRANSFERS: stated(
    'ninguna fuera de Chile.',
    'to which other countries data go, and how they are protected there',
  ),
  LAW_IN_FORCE_FROM: settingWithDefault('2026-12-01', {
    schema: z.iso.date(),
    advice: 'debe ser una fecha, como 2026-12-01.',
    description: 'day from which law 21.719 is in force',
  }),
}

type Given = { readonly [Name in keyof typeof PRIVACY_SETTINGS]: string }

export const responsiblePartyOf = (env: Given): ResponsibleParty => ({
  responsible: env.RESPONSIBLE,
  representative: env.RESPONSIBLE_REPRESENTATIVE,
  address: env.RESPONSIBLE_ADDRESS,
  transfers: env.TRANSFERS,
  inForceFrom: env.LAW_IN_FORCE_FROM,
})
