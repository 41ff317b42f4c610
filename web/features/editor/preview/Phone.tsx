import { PreviewScreen, type PreviewProps } from './PreviewScreen.tsx'

/** 320 × 660 px, less in a low window. On its screen a phone of 390 px is drawn smaller: 304 / 390. */
export function Phone(preview: PreviewProps) {
  return (
    <aside
      aria-label="Vista previa"
      className="sticky top-[22px] h-[min(660px,100dvh-44px)] w-[320px] rounded-[46px] bg-(--on-signal) p-2 shadow-modal ring-1 ring-line"
    >
      <div className="h-full overflow-hidden rounded-[38px]">
        <div className="h-[calc((min(660px,100dvh-44px)-16px)*390/304)] w-[390px] origin-top-left scale-[calc(304/390)]">
          <PreviewScreen {...preview} />
        </div>
      </div>
    </aside>
  )
}
