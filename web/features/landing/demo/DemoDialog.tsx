import * as Dialog from 'radix-ui/dialog'
import { ExternalLink, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { useFocusReturn } from '../../../ui/focus.ts'
import { CHOICE } from '../Section.tsx'
import { DemoFrame } from './DemoPhone.tsx'
import { DEMO_PATH, type Demo } from './use-demo.ts'
import { PRESET_NAMES, type PresetId } from '@app/contracts/fields/profile-fields.ts'

const DIALOG =
  'fixed top-1/2 left-1/2 z-40 grid -translate-1/2 animate-fade grid-cols-[auto_232px] gap-9 rounded-[28px] ' +
  'bg-surface py-7 pr-8 pl-7 shadow-modal max-[761px]:inset-0 max-[761px]:flex max-[761px]:translate-none ' +
  'max-[761px]:flex-col-reverse max-[761px]:gap-3 max-[761px]:rounded-none max-[761px]:px-4 max-[761px]:pt-4 ' +
  'max-[761px]:pb-[max(12px,env(safe-area-inset-bottom))]'
const PHONE =
  'relative grid h-[min(864px,calc(100dvh-88px))] w-[410px] max-w-full place-items-center overflow-hidden ' +
  'rounded-[46px] border-10 border-night [&>p]:font-semibold max-[761px]:mx-auto max-[761px]:min-h-0 ' +
  'max-[761px]:flex-1 max-[761px]:rounded-[36px] max-[761px]:border-8'
const THEMES =
  'mb-auto grid w-full gap-2 max-[761px]:mt-2.5 max-[761px]:flex max-[761px]:flex-wrap max-[761px]:gap-1.5'
const THEME =
  'flex min-h-11 items-center gap-2.5 rounded-md px-3 shadow-[inset_0_0_0_1px_var(--line)] hover:bg-surface-2 ' +
  'has-checked:shadow-[inset_0_0_0_2px_var(--accent)] max-[761px]:gap-1.5 max-[761px]:px-2.5 ' +
  'max-[761px]:text-[0.875rem]'
const COLOURS =
  'size-6 rounded-full border-4 border-(--p-bg) bg-(--p-button) shadow-[0_0_0_1px_var(--line-strong)] ' +
  'max-[761px]:size-[18px] max-[761px]:border-3'
const LINK = 'inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline underline-offset-3'

interface ThemeSwitchProps {
  readonly chosen: PresetId
  readonly onChoose: (theme: PresetId) => void
}

function ThemeSwitch({ chosen, onChoose }: ThemeSwitchProps) {
  return (
    <fieldset className={THEMES}>
      <legend className="sr-only">Tema del perfil</legend>
      {PRESET_NAMES.map(([id, name]) => (
        <label key={id} className={`${CHOICE} ${THEME}`}>
          <input
            type="radio"
            name="demo-theme"
            value={id}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span aria-hidden="true" data-profile-theme={id} className={COLOURS} />
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

function DemoScreen({ demo, theme }: { readonly demo: Demo; readonly theme: PresetId }) {
  if (demo.status === 'failed' || demo.status === 'missing') return <p role="alert">Perfil no encontrado</p>
  if (!demo.page) return <p role="status">Cargando perfil...</p>
  return <DemoFrame page={demo.page} theme={theme} className="size-full" />
}

/** Without Dialog.Overlay, which would inject a style sheet, which the CSP blocks. */
export function DemoDialog({ demo, open, onOpenChange }: DemoDialogProps) {
  const focusReturn = useFocusReturn()
  const [theme, setTheme] = useState<PresetId>('blue')
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 animate-fade touch-none bg-(--scrim)" />
        <Dialog.Content {...focusReturn} className={DIALOG}>
          <div className={PHONE}>
            <DemoScreen demo={demo} theme={theme} />
          </div>
          <div className="flex flex-col items-start pt-1.5 max-[761px]:pt-0">
            <Dialog.Title className="pr-10 text-[1.375rem] tracking-[-0.03em]">Perfil demo</Dialog.Title>
            <Dialog.Description className="mt-1.5 mb-5 text-ink-2 max-[761px]:hidden">
              Así se ve en el teléfono de quien lo abre. Prueba los temas.
            </Dialog.Description>
            <ThemeSwitch chosen={theme} onChoose={setTheme} />
            {demo.status !== 'missing' && (
              <a href={DEMO_PATH} target="_blank" rel="noopener" className={LINK}>
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
