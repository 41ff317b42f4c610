import { z } from 'zod'
import { optionalSetting, settingWithDefault } from './declare-setting.ts'

/** As signed notes have names of keys: no blanks, no plus. */
const SEAL_NAME = /^[^\s+\p{Cc}]{1,100}$/u

/** How the event log is sealed. */
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
} as const
