import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'

export const TITLE = 'Tus datos'
export const DOOR_LEAD = 'Mira qué guardamos de ti. Corrígelo o bórralo cuando quieras.'
export const NOTHING_KEPT = 'No guardamos nada de este correo.'
export const WITHIN = `en ${RIGHTS_PERIODS.answerDays} días a lo más`
export const ANSWERED_WITHIN = `Te respondemos ${WITHIN}, haya datos o no.`
