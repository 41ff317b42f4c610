import type { Part } from './frame.ts'
import { append } from './parts/append.ts'
import { catchUp } from './parts/catch-up.ts'
import { dashboard } from './parts/dashboard.ts'
import { history } from './parts/history.ts'
import { page } from './parts/page.ts'
import { processes } from './parts/processes.ts'
import { rebuild } from './parts/rebuild.ts'
import { reminders } from './parts/reminders.ts'
import { start } from './parts/start.ts'
import { stepper } from './parts/stepper.ts'
import { tabs } from './parts/tabs.ts'
import { track } from './parts/track.ts'
import { visitor } from './parts/visitor.ts'

/** In the order of the page. */
export const PARTS: readonly Part[] = [
  track,
  append,
  catchUp,
  rebuild,
  visitor,
  dashboard,
  history,
  reminders,
  page,
  tabs,
  stepper,
  start,
  processes,
]
