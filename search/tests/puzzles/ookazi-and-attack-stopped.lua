-- no win: the opponent destroys the only attacker
Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN|0x40, 2)
Debug.SetPlayerInfo(0, 4000, 0, 0)
Debug.SetPlayerInfo(1, 1400+800, 0, 0)
Debug.AddCard(19523799, 0, 0, LOCATION_SZONE, 2, POS_FACEDOWN) --Ookazi
Debug.AddCard(91152256, 0, 0, LOCATION_MZONE, 2, POS_FACEUP_ATTACK)
Debug.AddCard(56120475, 1, 1, LOCATION_SZONE, 2, POS_FACEDOWN) --Sakuretsu Armor
Debug.ReloadFieldEnd()
aux.BeginPuzzle()
