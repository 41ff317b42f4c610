import type { ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { useState, type ReactNode } from 'react'
import { refusalText } from '../../../../app/refusal.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/notices/Notice.tsx'
import { ComparedTables, DifferingRows } from './Comparison.tsx'
import { useCompareRebuildMutation, type RebuildComparison } from './rebuild-api.ts'
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
export function ReadyRebuild({ line, differing, comparison, onCompared, children }: ReadyRebuildProps) {
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
      <div className="data-foot">
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
