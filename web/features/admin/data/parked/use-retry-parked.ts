import { refusalText } from '../../../../app/refusal.ts'
import { useSay } from '../../../../ui/notices/say.ts'
import { countedText } from '../../../../ui/wording/figures.ts'
import { useRetryParkedMutation } from '../data-api.ts'
import { leftText } from '../projection-words.ts'

const FAILED = 'No pudimos reintentar. Inténtalo de nuevo.'

/** All is as many calls as it takes, because each tries only so many. */
export function useRetryParked(projection: string) {
  const [ask, { isLoading }] = useRetryParkedMutation()
  const say = useSay()
  const retry = async (position?: string): Promise<void> => {
    let gone = 0
    let after: string | undefined
    do {
      const { data, error } = await ask({ projection, position, after })
      if (data === undefined) return say(`Error: ${refusalText(error, FAILED)}`)
      gone += data.gone
      after = data.next ?? undefined
      if (after !== undefined) continue
      const done =
        gone === 0
          ? 'Ninguno se pudo procesar.'
          : `${countedText(gone, 'evento procesado', 'eventos procesados')}.`
      say(`${done} ${leftText(data.left)}`)
    } while (after !== undefined)
  }
  return { retry, isLoading }
}
