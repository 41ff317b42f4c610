import { settingWithDefault, wholeNumberText } from './declare-setting.ts'

const BUILDS_MAX = 10
/** A month of 31 days. */
const HOURS_MAX = 744

export const BUILDS_SETTINGS = {
  BUILDS_KEPT: settingWithDefault('2', {
    schema: wholeNumberText(0, BUILDS_MAX),
    advice: `debe ser un número entre 0 y ${BUILDS_MAX}.`,
    description: 'former builds of each read model that `npm run ops -- rollback` can go back to',
  }),
  BUILD_KEPT_HOURS: settingWithDefault('24', {
    schema: wholeNumberText(1, HOURS_MAX),
    advice: `debe ser un número de horas entre 1 y ${HOURS_MAX}.`,
    description: 'how long they are kept, and a build that was made and never came into use',
  }),
}
