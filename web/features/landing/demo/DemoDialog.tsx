import { ExternalLink, X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { useState } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useFocusReturn } from '../../../ui/overlays/use-focus-return.ts'
import { DemoFrame } from './DemoFrame.tsx'
import { DEMO_PATH, type Demo } from './use-demo.ts'
import { PRESET_NAMES, type PresetId } from '@app/contracts/fields/profile-labels.ts'

interface ThemeSwitchProps {
  readonly chosen: PresetId
  readonly onChoose: (theme: PresetId) => void
}

function ThemeSwitch({ chosen, onChoose }: ThemeSwitchProps) {
  return (
    <fieldset>
      <legend className="sr-only">Tema del perfil</legend>
      {PRESET_NAMES.map(([id, name]) => (
        <label key={id} className="chosen-by-press">
          <input
            type="radio"
            name="demo-theme"
            value={id}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span aria-hidden="true" data-profile-theme={id} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

interface DemoDialogProps {
  readonly demo: Demo
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

interface DemoScreenProps {
  readonly demo: Demo
  readonly theme: PresetId
  readonly onPress: (name: string) => void
}

function DemoScreen({ demo, theme, onPress }: DemoScreenProps) {
  if (demo.status === 'failed' || demo.status === 'missing') return <p role="alert">Perfil no encontrado</p>
  if (!demo.page) return <p role="status">Cargando perfil...</p>
  return <DemoFrame page={demo.page} theme={theme} className="size-full" onPress={onPress} />
}

/** Without Dialog.Overlay, which would inject a style sheet, which the CSP blocks. */
export function DemoDialog({ demo, open, onOpenChange }: DemoDialogProps) {
  const focusReturn = useFocusReturn()
  const [theme, setTheme] = useState<PresetId>('blue')
  const [presses, setPresses] = useState<readonly string[]>([])
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 animate-fade touch-none bg-(--scrim)" />
        <Dialog.Content {...focusReturn} className="demo-dialog">
          <div className="demo-phone">
            <DemoScreen demo={demo} theme={theme} onPress={(name) => setPresses([...presses, name])} />
            <p role="status" className="pointer-events-none absolute inset-x-5 bottom-[100px]">
              {presses.length > 0 && (
                <span
                  key={presses.length}
                  className="block animate-leave rounded-[14px] bg-night px-3.5 py-2.5 text-[0.875rem] font-semibold text-white"
                >
                  {`Es una demo. En tu tarjeta, «${presses.at(-1)}» funciona de verdad.`}
                </span>
              )}
            </p>
          </div>
          <div className="demo-aside">
            <Dialog.Title>Perfil demo</Dialog.Title>
            <Dialog.Description>
              Así se ve en el teléfono de quien lo abre. Prueba los temas.
            </Dialog.Description>
            <ThemeSwitch chosen={theme} onChoose={setTheme} />
            {demo.status !== 'missing' && (
              <a href={DEMO_PATH} target="_blank" rel="noopener">
                Abrir en una pestaña
                <ExternalLink aria-hidden="true" size={16} />
              </a>
            )}
          </div>
          <div className="absolute top-6 right-6">
            <Dialog.Close asChild>
              <IconButton label="Cerrar">
                <X aria-hidden="true" size={18} strokeWidth={1.9} />
              </IconButton>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
