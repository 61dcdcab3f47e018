import type { Pump } from '#contract/devices/switch'

/** AERATOR-02: no contact is said first, since what a pump said before counts for nothing then. */
export const describeFault = ({ onlineFlag, faultFlag }: Pick<Pump, 'onlineFlag' | 'faultFlag'>): 'lost' | 'normal' | 'abnormal' =>
  onlineFlag === 0 ? 'lost' : faultFlag === 0 ? 'normal' : 'abnormal'
