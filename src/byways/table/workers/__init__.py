"""Bots think in processes of their own, at lower priority, so that clicks are answered whatever they do.

Quick and slow bots have separate processes. A fair queue in front of each keeps one address from starving the others. A process that
hangs or dies is replaced, and its question is asked again.
"""
