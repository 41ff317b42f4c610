import { z } from 'zod'
import { optionalSetting, settingWithDefault } from './declare-setting.ts'
import { isUrl } from './web-addresses.ts'

/** As signed notes have names of keys: no blanks, no plus. */
const SEAL_NAME = /^[^\s+\p{Cc}]{1,100}$/u
const WITNESS_KEY = /^[^\s+\p{Cc}]{1,100}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{40,}={0,2}$/u

/** How the event log is sealed, and who signs its checkpoints beside it. */
export const SEAL_SETTINGS = {
  SEAL: settingWithDefault('on', {
    schema: z.enum(['on', 'off']),
    advice: 'debe ser on u off.',
    description: '`off` leaves the event log unsealed, to measure what sealing costs',
  }),
  SEAL_NAME: optionalSetting('host of `PUBLIC_URL`, then `/registro`', {
    schema: z.string().regex(SEAL_NAME),
    advice:
      'debe ser un nombre sin espacios ni +, de a lo más 100 caracteres, por ejemplo tarjetas.example/registro.',
    description: 'name of the sealed log in its checkpoints; another name counts as another key',
  }),
  WITNESS_URL: optionalSetting('none', {
    schema: z.string().refine((text) => isUrl(text, ['https:', 'http:'])),
    advice: 'debe ser la dirección del testigo, por ejemplo https://testigo.example/add-checkpoint.',
    description:
      'address at which a [witness](https://c2sp.org/tlog-witness) cosigns checkpoints (`docs/witness.mjs` is an example)',
  }),
  WITNESS_KEY: optionalSetting('none', {
    schema: z.string().regex(WITNESS_KEY),
    advice: 'debe ser la clave pública del testigo, como él la muestra: nombre+8 cifras+base64.',
    description: 'its verifier key; given with `WITNESS_URL`',
  }),
} as const
