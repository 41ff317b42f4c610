import { Eye } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { BottomSheet } from '../../../ui/overlays/BottomSheet.tsx'
import { PreviewScreen, type PreviewProps } from './PreviewScreen.tsx'

interface PreviewSheetProps extends PreviewProps {
  /** Another button opens it. */
  readonly hasOpener: boolean
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function PreviewSheet({ hasOpener, open, onOpenChange, ...preview }: PreviewSheetProps) {
  return (
    <>
      {!hasOpener && (
        <Button
          aria-haspopup="dialog"
          icon={<Eye aria-hidden="true" size={17} strokeWidth={1.9} />}
          onClick={() => onOpenChange(true)}
          className="fixed right-4 bottom-[calc(2.75rem+40px)] z-10 rounded-full! shadow-pop! ring-1 ring-line"
        >
          Vista previa
        </Button>
      )}
      <BottomSheet open={open} onOpenChange={onOpenChange} title="Vista previa">
        <div className="mx-auto h-[min(844px,100dvh-132px)] max-w-[430px] overflow-hidden rounded-[22px] ring-1 ring-line">
          <PreviewScreen {...preview} />
        </div>
      </BottomSheet>
    </>
  )
}
