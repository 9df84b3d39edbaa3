/** Of the programs of this folder: how many routes each has, and what it is asked first. */
export const routeCount = 100
export const firstPath = '/route0/1?limit=5'
export const firstBody = { id: 1 }
