import { themeName } from '@app/contracts/fields/profile-labels.ts'
import { LeaveQuestion } from '../../../app/LeaveQuestion.tsx'
import { seenColours } from '../../public-profile/view/styles/themes.ts'
import { APPEARANCE } from '../../../app/shell/tab-ids.ts'
import { PreviewedForm } from '../preview/LivePreview.tsx'
import { ColourForm } from './ColourForm.tsx'
import { ThemeGrid } from './ThemeGrid.tsx'
import { useColourDraft } from './use-colour-draft.ts'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import type { VersionedProfile } from '../profile-api.ts'
import { useThemeChanges, type ThemeChange } from './use-theme-changes.ts'

interface OutdatedNoticeProps {
  readonly reload: () => Promise<boolean>
  readonly onReloaded: () => void
}

function OutdatedNotice({ reload, onReloaded }: OutdatedNoticeProps) {
  const [isReloading, setIsReloading] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const press = async () => {
    setIsReloading(true)
    const isReloaded = await reload()
    setIsReloading(false)
    setHasFailed(!isReloaded)
    if (isReloaded) onReloaded()
  }
  return (
    <div className="grid justify-items-start gap-2.5">
      <Notice tone="danger">
        <span>Este perfil cambió en otra sesión.</span>
        <span>{hasFailed && ' No pudimos cargar el perfil.'}</span>
      </Notice>
      <Button
        size="sm"
        busy={isReloading}
        icon={<RotateCw aria-hidden="true" size={15} />}
        onClick={() => void press()}
      >
        Cargar los valores nuevos
      </Button>
    </div>
  )
}

interface MissedThemeProps {
  readonly change: ThemeChange
  readonly onApply: (change: ThemeChange) => void
}

/** Not sent by itself: its owner may want another by now. Colours wait in their boxes. */
function MissedTheme({ change, onApply }: MissedThemeProps) {
  const { theme_color: theme = 'custom' } = change.theme
  if (theme === 'custom') return null
  const name = themeName(theme)
  return (
    <div className="grid justify-items-start gap-2.5">
      <Notice tone="info">{`Volvió la conexión. El tema ${name} no se aplicó.`}</Notice>
      <Button size="sm" onClick={() => onApply(change)}>
        {`Aplicar ${name}`}
      </Button>
    </div>
  )
}

interface AppearanceFormProps {
  readonly versioned: VersionedProfile
  /** Resolves to false where it failed. */
  readonly reload: () => Promise<boolean>
}

export function AppearanceForm({ versioned, reload }: AppearanceFormProps) {
  const changes = useThemeChanges(versioned)
  const profile = { ...versioned.profile, ...changes.chosen }
  const colours = useColourDraft(seenColours(profile))
  const { draft } = colours
  const tried = colours.isShown ? { theme_color: 'custom' as const, ...draft.valid } : {}

  const choose = (theme: ThemeChange): void => {
    colours.hide()
    void changes.apply(theme)
  }
  return (
    <PreviewedForm profile={{ ...profile, ...tried }} sample>
      <LeaveQuestion tab={APPEARANCE} profileId={profile.id} hasChanges={colours.isChanged} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {changes.isOutdated && (
          <OutdatedNotice
            reload={reload}
            onReloaded={() => {
              colours.reset()
              changes.forgetFailure()
            }}
          />
        )}
        {changes.missed && <MissedTheme change={changes.missed} onApply={choose} />}
        <ThemeGrid
          chosen={profile.theme_color}
          onPress={colours.hide}
          onChoose={(theme_color) => choose({ theme: { theme_color }, done: 'Tema aplicado correctamente' })}
        />
        <ColourForm
          colours={colours}
          inUse={profile.theme_color === 'custom'}
          hasBackdrop={profile.background_image !== null}
          isApplying={changes.chosen?.button_color !== undefined}
          faults={changes.faults}
          onApply={() =>
            void changes.apply({
              theme: { theme_color: 'custom', ...draft.valid },
              done: 'Colores personalizados guardados',
              onSaved: () => colours.settle(draft),
            })
          }
        />
      </div>
    </PreviewedForm>
  )
}
