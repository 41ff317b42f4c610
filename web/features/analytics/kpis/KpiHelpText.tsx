import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { DEFINITIONS } from '@app/contracts/traffic/definitions.ts'
import { HelpNote } from '../HelpNote.tsx'
import { kpiNotes, sharedNotes } from './kpi-notes.ts'
import { KPIS } from './kpis.ts'

export function KpiHelpText({ data }: { readonly data: UnifiedAnalytics }) {
  return (
    <>
      {KPIS.map(({ label, figure, headline, format }) => (
        <div key={headline} className="grid gap-1.5 border-t border-line pt-1.5">
          <h3 className="font-semibold text-ink">{label}</h3>
          <p>{DEFINITIONS[figure]}</p>
          {kpiNotes(data, headline, format).map((note) => (
            <HelpNote key={note.term} {...note} />
          ))}
        </div>
      ))}
      {sharedNotes(data).map((note) => (
        <HelpNote key={note.term} {...note} />
      ))}
    </>
  )
}
