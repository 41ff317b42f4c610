import { AnalyticsSkeleton } from '../../features/analytics/AnalyticsSkeleton.tsx'
import { Mark } from '../../ui/brand/Mark.tsx'
import { LoadingNotice } from '../Loading.tsx'
import { BottomBar } from './BottomBar.tsx'
import { ADMINISTRATION } from './tab-ids.ts'
import { TabSkeleton } from './TabSkeleton.tsx'

const H1 = 'text-[1.25rem] leading-[1.15] font-[650] tracking-[-0.022em] min-[900px]:text-h1'

/** Title and skeleton where features/analytics/AnalyticsTab.tsx draws them. */
const FirstTab = () => (
  <div className="-mt-2 flex flex-wrap gap-x-3 min-[900px]:mt-0 min-[900px]:grid min-[900px]:grid-cols-[fit-content(60%)_minmax(0,1fr)] min-[900px]:gap-x-4">
    <header className="mr-auto mb-2 max-w-full self-center min-[900px]:mb-[18px]">
      <h1 className={H1}>Analytics Dashboard</h1>
      <p className="text-nav max-[899px]:hidden">&nbsp;</p>
    </header>
    <div className="mb-2 h-9 min-[900px]:mb-[18px]" />
    <div className="col-span-2 w-full min-w-0">
      <div className="skeleton mb-2 h-9 max-w-[462px] min-[900px]:mb-3.5 pointer-coarse:h-[50px]" />
      <AnalyticsSkeleton />
    </div>
  </div>
)

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
        <div className="h-[73px] border-b border-line min-[900px]:hidden" />
        <main className="mx-auto w-full max-w-[1320px] min-w-0 px-4 py-3.5 min-[900px]:px-8 min-[900px]:pt-[22px] min-[900px]:pb-12">
          {tab === ADMINISTRATION ? (
            <Administration />
          ) : (
            <>
              <div className="in-data-tab:hidden">
                <FirstTab />
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
