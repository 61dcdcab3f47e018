/** Flows to begin with; their words are `flows:template.<name>`. */
export const FLOW_TEMPLATES = ['irrigateByMoisture', 'aerateByOxygen', 'closeVentsAtRain', 'lightByDayLength'] as const
export type FlowTemplate = (typeof FLOW_TEMPLATES)[number]
