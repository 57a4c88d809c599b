export interface TreeNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

/** Replaces each text below a node by the nodes that `split` returns for it; null leaves it as it is. */
export function replaceTexts(node: TreeNode, split: (text: string) => TreeNode[] | null): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value !== undefined) return split(child.value) ?? [child];
    replaceTexts(child, split);
    return [child];
  });
}
