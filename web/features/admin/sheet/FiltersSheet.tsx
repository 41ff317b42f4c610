import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { BottomSheet } from '../../../ui/overlays/BottomSheet.tsx'

interface FiltersSheetProps {
  /** How many of its fields narrow the list. */
  readonly count: number
  /** Undefined while there is nothing to clear. */
  readonly onClear: (() => void) | undefined
  /** Closes it: `Ver eventos`. */
  readonly verb: string
  /** The fields. */
  readonly children: ReactNode
}

/** On phones the fields of a filter stand in a sheet. */
export function FiltersSheet({ count, onClear, verb, children }: FiltersSheetProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        icon={<SlidersHorizontal aria-hidden="true" size={16} strokeWidth={1.9} />}
        className="h-11! px-3!"
        onClick={() => setOpen(true)}
      >
        <span>Filtros</span>
        {count > 0 && <span className="filters-count">{count}</span>}
      </Button>
      <BottomSheet open={open} onOpenChange={setOpen} title="Filtros">
        <div className="filters">
          {children}
          <div className="filters-foot">
            <Button
              disabled={onClear === undefined}
              onClick={({ currentTarget }) => {
                // This one is disabled then, and would lose the focus.
                if (currentTarget.nextElementSibling instanceof HTMLElement)
                  currentTarget.nextElementSibling.focus()
                onClear?.()
              }}
            >
              Limpiar filtros
            </Button>
            <Button kind="primary" onClick={() => setOpen(false)}>
              {verb}
            </Button>
          </div>
        </div>
      </BottomSheet>
    </>
  )
}
