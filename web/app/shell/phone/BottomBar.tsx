import type { User } from '@app/contracts/accounts.ts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { LazyPart } from '../../../ui/notices/states.tsx'
import { quietChunk } from '../../../ui/browser/chunk.tsx'
import { TABS, tabAddress } from '../tabs.tsx'

const MoreSheet = quietChunk(async () => (await import('./MoreSheet.tsx')).MoreSheet)

const SHOWN = TABS.filter(({ isUnderMore }) => !isUnderMore)

const BAR =
  'fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-surface/92 px-[min(8px,1vw)] pt-1.5 [backdrop-filter:blur(14px)] ' +
  'pb-[max(12px,env(safe-area-inset-bottom))] low:pt-0 low:pb-[env(safe-area-inset-bottom)]'
// Names are whole, and no larger than five of them fit: `Más` stays in the window. Below 320 px they break.
const ITEM =
  'grid min-h-[44px] min-w-[44px] flex-auto grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-[3px] rounded-md ' +
  'px-[min(4px,0.5vw)] py-[6px] text-center text-(length:--bar-text) font-semibold wrap-anywhere hyphens-auto text-ink-3 ' +
  'aria-[current]:text-accent low:gap-0 low:py-[3px] low:leading-[1.2] [&_.lucide]:size-(--bar-icon)'

interface BottomBarProps {
  readonly user?: User
  readonly tab: string
  readonly slug: string | undefined
}

export function BottomBar({ user, tab, slug }: BottomBarProps) {
  const { search } = useLocation()
  /** How often it was pressed since; 0 while it is closed. */
  const [presses, setPresses] = useState(0)
  const open = presses > 0
  const close = () => setPresses(0)
  return (
    <nav aria-label="Panel" className={BAR}>
      {SHOWN.map(({ id, shortName, icon: Icon }) => (
        <Link
          key={id}
          to={tabAddress(search, id)}
          className={ITEM}
          aria-current={tab === id ? 'page' : undefined}
          onClick={close}
        >
          <Icon aria-hidden="true" size={21} strokeWidth={1.9} />
          <span>{shortName}</span>
        </Link>
      ))}
      <button
        type="button"
        className={ITEM}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-current={SHOWN.some(({ id }) => id === tab) ? undefined : 'page'}
        onClick={() => setPresses(presses + 1)}
      >
        <Ellipsis aria-hidden="true" size={21} strokeWidth={1.9} />
        Más
      </button>
      {open && user && (
        <LazyPart key={presses} onFailed={close}>
          <MoreSheet onClose={close} user={user} tab={tab} slug={slug} />
        </LazyPart>
      )}
    </nav>
  )
}
