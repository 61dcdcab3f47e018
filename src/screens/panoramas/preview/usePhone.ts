import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#src/ui/toast.ts'
import type { Stage } from '../viewer/stage.ts'

type Phone = Pick<Stage, 'followsPhone' | 'followPhone' | 'onFollow'>

/** Whether the view follows the phone, null where there is none to follow; and the turn of it, which says where the phone does not let it. */
export function usePhone(stage: Phone | null): { readonly follows: boolean | null; readonly toggle: () => void } {
  const { t } = useTranslation()
  const [follows, setFollows] = useState<boolean | null>(null)
  useEffect(() => {
    if (stage === null) return
    let gone = false
    void stage.followsPhone().then((can) => {
      if (!gone && can) setFollows((now) => now ?? false)
    })
    const stop = stage.onFollow((on) => setFollows((now) => (now === null ? null : on)))
    return () => {
      gone = true
      stop()
    }
  }, [stage])
  const toggle = () => {
    if (stage === null || follows === null) return
    void stage.followPhone(!follows).then((on) => {
      setFollows(on)
      if (!follows && !on) toast('warning', t('panoramas:preview.noGyroscope'))
    })
  }
  return { follows, toggle }
}
