import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { inventoryOptionCalls } from '#contract/inventory/inventoryOption'
import { useCall } from '#src/api/useCall.ts'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'

/**
 * The store of a document of goods, one of its base. Where none is chosen, the default store of the base is, once: who empties it finds it
 * empty. A store stands in one base, so another base takes it away.
 */
export function StoreInput(props: InputProps) {
  const { name, value, onChange } = props
  const { control, resetField } = useFormContext()
  const areaId = useWatch({ control, name: 'areaId', exact: true }) as number | null
  const known = useCall(inventoryOptionCalls.defaultStores, {}).data
  const seen = useRef({ areaId, value })
  /** The base that has had its default, or a choice. */
  const settled = useRef<number | null>(null)
  useEffect(() => {
    const isOfBefore = value !== null && seen.current.areaId !== areaId && seen.current.value === value
    seen.current = { areaId, value }
    if (isOfBefore) return onChange(null)
    if (value !== null) settled.current = areaId
    if (known === undefined || areaId === settled.current) return
    settled.current = areaId
    const store = known.find((one) => one.areaId === areaId)
    if (!store) return
    onChange(store.storeId, store.storeName)
    // Nobody typed it: there is nothing to lose yet.
    resetField(name, { defaultValue: store.storeId })
  }, [areaId, value, known, name, onChange, resetField])
  return <ReferenceInput {...props} within={areaId ?? undefined} />
}
