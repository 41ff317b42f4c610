import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { BottomSheet } from '../../../ui/overlays/BottomSheet.tsx'
import { PreviewScreen, type PreviewProps } from './PreviewScreen.tsx'

interface PreviewSheetProps extends PreviewProps {
  readonly raised: boolean
}

export function PreviewSheet({ raised, ...preview }: PreviewSheetProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        icon={<Eye aria-hidden="true" size={17} strokeWidth={1.9} />}
        onClick={() => setOpen(true)}
        className={`fixed right-4 z-10 rounded-full! shadow-pop! ring-1 ring-line ${raised ? 'bottom-[152px]' : 'bottom-[84px]'}`}
      >
        Vista previa
      </Button>
      <BottomSheet open={open} onOpenChange={setOpen} title="Vista previa">
        <div className="mx-auto h-[min(844px,100dvh-132px)] max-w-[430px] overflow-hidden rounded-[22px] ring-1 ring-line">
          <PreviewScreen {...preview} />
        </div>
      </BottomSheet>
    </>
  )
}
