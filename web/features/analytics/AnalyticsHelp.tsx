import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { DEFINITIONS } from '@app/contracts/traffic/shares.ts'
import { isComparable } from '@app/contracts/traffic/ranges.ts'
import type { ReactNode } from 'react'
import { countLabel } from '../../ui/wording/figures.ts'
import { formatOf, KPIS } from './KpiCards.tsx'
import { dayText, spanText } from './days.ts'
import { Modal } from '../../ui/Modal.tsx'
import { excludedText } from './live/live-feed.ts'

const PANELS: readonly (readonly [title: string, text: string])[] = [
  [
    'Red Más Efectiva',
    'La red con más clics del período. Con un empate o menos de cinco clics no se nombra ninguna.',
  ],
  ['Insights IA', 'Cada insight dice el número en que se basa. Con pocos datos no mostramos ninguno.'],
  ['Visitantes Identificados', DEFINITIONS.visitors],
  ['Recordatorios', DEFINITIONS.reminders],
  ['Personas en los últimos 5 minutos', DEFINITIONS.people],
  ['Cuándo te visitan', DEFINITIONS.heatmap],
  [
    'Origen de las visitas',
    `${DEFINITIONS.sources} Desde: el sitio o la app donde estaba el enlace, si el navegador lo dice. Directo: no lo dice, como pasa con las tarjetas. Compartida: veces que una app pidió la vista previa de tu enlace, más o menos las veces que alguien lo envió.`,
  ],
]

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-1 border-t border-line pt-1.5">
      <h3 className="font-semibold text-ink">{title}</h3>
      {children}
    </div>
  )
}

/** Each figure has what was not counted, and its value in the period before. */
const notesOf = (data: UnifiedAnalytics): Readonly<Record<string, readonly (string | undefined)[]>> => {
  const { visits, clicks, downloads } = data.excluded_by_reason
  const unique = `Visitantes únicos: ${countLabel(data.unique_visitors)}. ${DEFINITIONS.unique_visitors}`
  return {
    total_visits: [unique, excludedText(visits)],
    social_clicks_total: [excludedText(clicks)],
    vcf_downloads: [excludedText(downloads)],
  }
}

function comparedText(data: UnifiedAnalytics): string | undefined {
  const { previous, profile_since } = data
  if (previous === null) return undefined
  const span = spanText(previous.from, previous.to)
  return isComparable(data)
    ? `Período anterior: ${span}. ${DEFINITIONS.previous} Hoy se cuenta hasta ahora; los días de antes, enteros.`
    : `Sin comparación: el período anterior (${span}) empieza antes que el perfil, que existe desde el ${dayText(profile_since)}.`
}

interface AnalyticsHelpProps {
  readonly data: UnifiedAnalytics
  readonly onOpenChange: (open: boolean) => void
}

export function AnalyticsHelp({ data, onOpenChange }: AnalyticsHelpProps) {
  const { previous } = data
  const notes = notesOf(data)
  const compared = comparedText(data)
  return (
    <Modal open onOpenChange={onOpenChange} title="¿Cómo se calcula?">
      <section
        aria-label="Cómo se calcula cada cifra"
        tabIndex={0}
        className="grid gap-1.5 rounded-sm text-small text-ink-2"
      >
        {KPIS.map((kpi) => (
          <Section key={kpi.headline} title={kpi.label}>
            <p>{DEFINITIONS[kpi.figure]}</p>
            {notes[kpi.headline]?.map((note) => note !== undefined && <p key={note}>{note}</p>)}
            {previous && isComparable(data) && (
              <p>{`Período anterior: ${formatOf(kpi)(previous[kpi.headline])}`}</p>
            )}
          </Section>
        ))}
        <Section title="Lo que no se cuenta">
          <p>{DEFINITIONS.excluded}</p>
          {compared !== undefined && <p>{compared}</p>}
        </Section>
        {PANELS.map(([title, text]) => (
          <Section key={title} title={title}>
            <p>{text}</p>
          </Section>
        ))}
      </section>
    </Modal>
  )
}
