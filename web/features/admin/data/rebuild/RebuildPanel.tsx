import type { ProjectionLine, RebuildProgress } from '@app/contracts/api/admin/projection-calls.ts'
import { useState, type ReactNode } from 'react'
import { refusalText } from '../../../../app/refusal.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import { partDone, withSample, type Sample } from './pace.ts'
import { useOrderRebuildMutation, useCompareRebuildMutation } from '../data-api.ts'
import type { RebuildComparison } from '@app/contracts/api/admin/rebuild-calls.ts'
import { endText, paceText, progressText } from './rebuild-words.ts'
import { ComparedTables, DifferingRows } from './Comparison.tsx'
import { SwapButton } from './SwapButton.tsx'

interface ReadyRebuildProps {
  readonly line: ProjectionLine
  /** Rows; null before a comparison. */
  readonly differing: number | null
  readonly comparison: RebuildComparison | undefined
  readonly onCompared: (comparison: RebuildComparison) => void
  /** What else can be done with it. */
  readonly children: ReactNode
}

/** Compared first, then swapped. */
function ReadyRebuild({ line, differing, comparison, onCompared, children }: ReadyRebuildProps) {
  const [compare, { isLoading, error }] = useCompareRebuildMutation()
  const [isOpen, setOpen] = useState(false)
  const differences = differing === 0 ? undefined : comparison
  const onCompare = async () => {
    const { data } = await compare(line.name)
    if (data) onCompared(data)
  }
  return (
    <>
      {comparison && <ComparedTables comparison={comparison} />}
      {differences && isOpen && <DifferingRows comparison={differences} />}
      <div className="data-foot mt-3.5 flex flex-wrap justify-end gap-2">
        {error !== undefined && (
          <Notice tone="danger">{refusalText(error, 'No pudimos compararlas. Inténtalo de nuevo.')}</Notice>
        )}
        {children}
        {differences && (
          <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Ocultar diferencias' : 'Ver diferencias'}
          </Button>
        )}
        <Button
          size="sm"
          kind={differing === null ? 'primary' : 'line'}
          busy={isLoading}
          onClick={() => void onCompare()}
        >
          {isLoading ? 'Comparando...' : 'Comparar'}
        </Button>
        {differing !== null && <SwapButton line={line} differing={differing} />}
      </div>
    </>
  )
}

interface RebuildPanelProps {
  readonly line: ProjectionLine
  readonly rebuild: RebuildProgress
  /** Of the log. */
  readonly head: string
  /** When the answer came that says all this. */
  readonly atMs: number
}

interface Seen {
  readonly atMs: number
  readonly samples: readonly Sample[]
}

/** A version that is made beside the one that queries see. */
export function RebuildPanel({ line, rebuild, head, atMs }: RebuildPanelProps) {
  const [seen, setSeen] = useState<Seen>({ atMs: 0, samples: [] })
  const [compared, setCompared] = useState<RebuildComparison>()
  if (seen.atMs !== atMs) setSeen({ atMs, samples: withSample(seen.samples, rebuild, head, atMs) })
  // Another one, that somebody else asked for, may have found something else.
  const comparison = compared?.differing === rebuild.differing ? compared : undefined
  const end = endText(rebuild)
  const { state, error } = rebuild
  return (
    <Panel title={`Reconstrucción de ${line.title}`}>
      <div aria-live="polite">{end !== undefined && <p className="font-semibold tabular-nums">{end}</p>}</div>
      {state === 'folding' && (
        <Progress title={line.title} part={partDone(rebuild, head)} text={paceText(seen.samples)} />
      )}
      {error !== null && (
        <p className="data-error mt-3 rounded-sm bg-danger-soft font-mono text-micro text-danger">{error}</p>
      )}
      {state === 'ready' ? (
        <ReadyRebuild
          line={line}
          differing={rebuild.differing}
          comparison={comparison}
          onCompared={setCompared}
        >
          <CancelButton line={line} />
        </ReadyRebuild>
      ) : (
        <div className="data-foot mt-3.5 flex flex-wrap justify-end gap-2">
          <CancelButton line={line} />
        </div>
      )}
    </Panel>
  )
}

interface ProgressProps {
  readonly title: string
  readonly part: number
  readonly text: string
}

const Progress = ({ title, part, text }: ProgressProps) => (
  <>
    <p className="flex flex-wrap items-baseline gap-x-2.5 tabular-nums">
      <span className="data-percent">{progressText(part)}</span>
      <span className="text-ink-2">{text}</span>
    </p>
    <span
      role="progressbar"
      aria-label={`Reconstrucción de ${title}`}
      aria-valuenow={Math.round(part * 100)}
      className="data-meter data-bar"
    >
      <i style={{ transform: `scaleX(${part})` }} />
    </span>
  </>
)

function CancelButton({ line: { name, title } }: { readonly line: ProjectionLine }) {
  const [isAsking, setAsking] = useState(false)
  const [give, { isLoading, error, reset }] = useOrderRebuildMutation()
  const close = () => {
    reset()
    setAsking(false)
  }
  const cancel = async () => {
    const outcome = await give({ projection: name, order: 'cancel' })
    if (outcome.error === undefined) close()
  }
  return (
    <>
      <Button size="sm" kind="ghost" onClick={() => setAsking(true)}>
        Cancelar la reconstrucción…
      </Button>
      {isAsking && (
        <OrderDialog
          title={`¿Cancelar la reconstrucción de ${title}?`}
          description="Se borra lo que se leyó para ella. Los datos actuales no cambian."
          dismissal="Volver"
          verb="Cancelar la reconstrucción"
          kind="danger"
          busy={isLoading}
          failure={error && refusalText(error, 'No pudimos cancelarla. Inténtalo de nuevo.')}
          onConfirm={() => void cancel()}
          onClose={close}
        />
      )}
    </>
  )
}
