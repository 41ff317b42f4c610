import { RETENTION_DEFAULTS, type RetentionPeriods } from '@app/contracts/privacy/retention.ts'
import { settingWithDefault, wholeNumberText } from './declare-setting.ts'

const MOST = 1_200

const period = (unit: 'meses' | 'días', value: number, description: string) =>
  settingWithDefault(String(value), {
    schema: wholeNumberText(1, MOST),
    advice: `debe ser un número entero de ${unit} entre 1 y ${MOST}.`,
    description,
  })

const { months, resetsDays } = RETENTION_DEFAULTS

export const RETENTION_SETTINGS = {
  RETENTION_VISITORS_MONTHS: period(
    'meses',
    months.visitor,
    'after its last act, what an identified visitor said is erased; `/privacidad` states this and the next four',
  ),
  RETENTION_QUOTATIONS_MONTHS: period(
    'meses',
    months.quotation,
    'after its last change, a quotation’s texts are erased',
  ),
  RETENTION_SUBSCRIPTIONS_MONTHS: period(
    'meses',
    months.subscription,
    'after it ended, a subscription’s address is erased',
  ),
  RETENTION_REQUESTS_MONTHS: period(
    'meses',
    months.request,
    'after its answer, the texts of a request about personal data are erased',
  ),
  RETENTION_RESETS_DAYS: period(
    'días',
    resetsDays,
    'mails with links for new passwords that never left, and the copies under `DATA_DIR/mail`, are removed',
  ),
}

type Given = { readonly [Name in keyof typeof RETENTION_SETTINGS]: number }

export const retentionOf = (env: Given): RetentionPeriods => ({
  months: {
    visitor: env.RETENTION_VISITORS_MONTHS,
    quotation: env.RETENTION_QUOTATIONS_MONTHS,
    subscription: env.RETENTION_SUBSCRIPTIONS_MONTHS,
    request: env.RETENTION_REQUESTS_MONTHS,
  },
  resetsDays: env.RETENTION_RESETS_DAYS,
})
