import { Button } from '../../../ui/Button.tsx'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'

export const NoMatches = ({ onClear }: { readonly onClear: () => void }) => (
  <EmptyNotice title="Ninguna visita con este filtro.">
    <Button className="mt-3" onClick={onClear}>
      Quitar el filtro
    </Button>
  </EmptyNotice>
)
