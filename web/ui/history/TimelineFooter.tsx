import { Button } from '../Button.tsx'

interface TimelineFooterProps {
  readonly text: string
  readonly isError: boolean
  readonly list: {
    readonly hasMore: boolean
    readonly isLoadingMore: boolean
    readonly loadMore: () => void
  }
}

const LOOK =
  'mt-auto flex min-h-[52px] flex-wrap items-center justify-between gap-2 border-t border-line ' +
  'py-2.5 pr-3 pl-[18px] text-small text-ink-2 tabular-nums'

/** Below a list: how much of it is shown, and the rest. */
export const TimelineFooter = ({ text, isError, list }: TimelineFooterProps) => (
  <div className={LOOK}>
    <span role="status">{text}</span>
    {isError && <span className="text-danger">No pudimos cargar más.</span>}
    {list.hasMore && (
      <Button size="sm" busy={list.isLoadingMore} onClick={list.loadMore}>
        {list.isLoadingMore ? 'Cargando...' : 'Ver más'}
      </Button>
    )}
  </div>
)
