import { Mark } from '../../ui/brand/Mark.tsx'
import { LoadingNotice } from '../Loading.tsx'
import { BottomBar } from './phone/BottomBar.tsx'
import { FirstTabSkeleton } from './FirstTabSkeleton.tsx'
import { ADMINISTRATION } from './tab-ids.ts'
import { TabSkeleton } from './TabSkeleton.tsx'

/** Until prefetch/main.ts knows them. */
const NO_FIGURES: readonly string[] = []

/** As of features/admin/AdminScreen.tsx. */
const Administration = () => (
  <>
    <header className="mb-3">
      <h1 className="text-h1 wrap-anywhere">Panel de Administración</h1>
      <p className="min-h-[1.3rem] text-nav" />
    </header>
    <div className="mb-4 h-[43px] border-b border-line pointer-coarse:h-[45px]" />
    <div role="status" aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <span className="sr-only">Cargando…</span>
      <div className="skeleton h-9 w-[420px] max-w-full pointer-coarse:h-11" />
      <div className="skeleton h-[420px] rounded-lg" />
    </div>
  </>
)

/**
 * What the documents of /dashboard and /admin show until the client has started (app/static-screens.tsx). start.js
 * says what this browser has stored: no session leads to the sign-in, and gets no frame.
 */
export const StartFrame = ({ tab }: { readonly tab: string }) => (
  <>
    <div className="not-in-data-session:hidden">
      <div className="min-h-dvh max-[899px]:pb-24 min-[900px]:flex">
        <aside className="sticky top-0 h-dvh w-(--sidebar) flex-none border-r border-line px-5 py-5 max-[899px]:hidden in-data-narrow:w-16">
          <Mark />
        </aside>
        <div className="h-[var(--head,73px)] border-b border-line min-[900px]:hidden" />
        <main className="mx-auto w-full max-w-[1320px] min-w-0 px-4 py-3.5 min-[900px]:px-8 min-[900px]:pt-[22px] min-[900px]:pb-12">
          {tab === ADMINISTRATION ? (
            <Administration />
          ) : (
            <>
              <div className="in-data-tab:hidden">
                <FirstTabSkeleton figures={NO_FIGURES} />
              </div>
              <div className="not-in-data-tab:hidden">
                <TabSkeleton />
              </div>
            </>
          )}
        </main>
        <div className="min-[900px]:hidden">
          <BottomBar tab={tab} slug={undefined} />
        </div>
      </div>
    </div>
    <div className="in-data-session:hidden">
      <LoadingNotice slow={false} />
    </div>
  </>
)
