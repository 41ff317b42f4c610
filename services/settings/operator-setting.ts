import { z } from 'zod'
import { PRODUCT } from '@app/contracts/product.ts'
import { isUrl } from './is-url.ts'

/** What operators and those who found a weakness need, as the environment has it. */
export const operatorEnvironment = {
  MONITOR_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{24,200}$/)
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .transform(contactOf)
    .pipe(z.string())
    .default(`mailto:${PRODUCT.supportEmail}`),
}

export const OPERATOR_ADVICE = {
  MONITOR_TOKEN: 'debe tener entre 24 y 200 letras, números o signos como - _ . ~ + / =, sin espacios.',
  SECURITY_CONTACT:
    'debe ser un correo o una dirección https, por ejemplo seguridad@empresa.example o https://empresa.example/seguridad.',
} as const

/** As security.txt has it: an address of mail, or of a page. */
function contactOf(text: string): string | undefined {
  if (z.email().max(254).safeParse(text).success) return `mailto:${text}`
  return isUrl(text, ['https:']) ? text : undefined
}
