import type { BenchPart } from './part.ts'
import { adminPart } from './parts/admin.ts'
import { appendPart } from './parts/append.ts'
import { attackPart } from './parts/attack.ts'
import { catchUpPart } from './parts/catch-up.ts'
import { dashboardPart } from './parts/dashboard.ts'
import { freshnessPart } from './parts/freshness.ts'
import { historyPart } from './parts/history.ts'
import { livePart } from './parts/live.ts'
import { loginsPart } from './parts/logins.ts'
import { pagePart } from './parts/page.ts'
import { pairedPart } from './parts/paired.ts'
import { dueRemindersPart } from './parts/due-reminders.ts'
import { remindersPart } from './parts/reminders.ts'
import { sealingPart } from './parts/sealing.ts'
import { processesPart } from './parts/processes.ts'
import { rebuildPart } from './parts/rebuild.ts'
import { stepperPart } from './parts/stepper.ts'
import { sizePart } from './parts/size.ts'
import { tabsPart } from './parts/tabs.ts'
import { startPart } from './parts/start.ts'
import { startEventStoreDbPart } from './parts/start-eventstoredb.ts'
import { trackEventStoreDbPart } from './parts/track-eventstoredb.ts'
import { trackPart } from './parts/track.ts'
import { visitorPart } from './parts/visitor.ts'

/** In the order of the report. */
export const PARTS: readonly BenchPart[] = [
  trackPart,
  appendPart,
  sealingPart,
  catchUpPart,
  rebuildPart,
  freshnessPart,
  visitorPart,
  pagePart,
  tabsPart,
  dashboardPart,
  livePart,
  loginsPart,
  adminPart,
  historyPart,
  stepperPart,
  attackPart,
  remindersPart,
  dueRemindersPart,
  startPart,
  processesPart,
  pairedPart,
  sizePart,
  trackEventStoreDbPart,
  startEventStoreDbPart,
]
