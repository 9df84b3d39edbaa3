import type { HTMLAttributes } from 'preact'
import { type About, useView } from './view.js'

/** Place of an item in the tree. */
export interface Spot {
  /** Depth in the tree, from 1. */
  level: number
  /** Key of the item that takes the focus. */
  active: string
}

interface TreeItemProps extends HTMLAttributes<HTMLDivElement> {
  spot: Spot
  /** The choice that a click on the item makes. */
  item: About
  /** The key of the item, if its id is that of another item. */
  itemKey?: string
  isChosen: boolean
}

/** An item of the tree, which chooses what it shows. `RoomsTree` reads its attributes when a key is pressed. */
export function TreeItem({ spot, item, itemKey = item.id, isChosen, ...rest }: TreeItemProps) {
  const { choose } = useView()
  return (
    // biome-ignore lint/a11y: the tree around it handles the keys
    <div
      role="treeitem"
      aria-level={spot.level}
      aria-selected={isChosen}
      tabIndex={spot.active === itemKey ? 0 : -1}
      data-key={itemKey}
      data-about={item.id}
      data-what={item.what}
      onClick={() => choose(item)}
      {...rest}
    />
  )
}
