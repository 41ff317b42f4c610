import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { countLabel } from '../../../ui/wording/figures.ts'

const TITLE = 'Recordatorios'

function ReminderFigure({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="order-first text-h1 leading-[1.15] font-[650] tracking-[-0.035em] tabular-nums">
        {countLabel(count)}
      </dd>
    </div>
  )
}

export function ReminderFiguresPanel({ reminders }: { readonly reminders: UnifiedAnalytics['reminders'] }) {
  return (
    <Panel
      title={TITLE}
      aside={
        <div className="-my-2 -mr-2">
          <FigureHelp label={TITLE} figure="reminders" />
        </div>
      }
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <ReminderFigure name={reminders.active === 1 ? 'activo' : 'activos'} count={reminders.active} />
        <ReminderFigure
          name={reminders.converted === 1 ? 'convertido' : 'convertidos'}
          count={reminders.converted}
        />
      </dl>
    </Panel>
  )
}
